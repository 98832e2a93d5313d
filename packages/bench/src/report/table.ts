/** Lines of equal columns; numbers to the right. A cell with a line break is refused. */
export function printTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [header, ...rows];
  const broken = all.flat().find((cell) => cell.includes("\n"));
  if (broken !== undefined) throw new RangeError(`a table cell with a line break: ${JSON.stringify(broken)}`);
  const widths = header.map((_, column) => Math.max(...all.map((row) => (row[column] ?? "").length)));
  const rightAligned = header.map((_, column) => rows.every((row) => /^[-\d.,]*$/.test(row[column] ?? "")));
  const line = (row: readonly string[]): string =>
    widths
      .map((width, column) =>
        rightAligned[column] ? (row[column] ?? "").padStart(width) : (row[column] ?? "").padEnd(width),
      )
      .join("  ")
      .trimEnd();
  return [line(header), widths.map((width) => "-".repeat(width)).join("  "), ...rows.map(line)].join("\n");
}
