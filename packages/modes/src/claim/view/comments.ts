/** Text that may stand in a `//`, `--` or one-line JSDoc comment. */
export function commentLine(text: string): string {
  return closeSafe(text.replace(/\s+/g, " ").trim());
}

/** A JSDoc comment with its stars, indented, ending in a newline; "" where there is nothing to say. */
export function docComment(text: string | undefined, indent: string): string {
  const lines = (text ?? "").split(/\r\n|[\r\n\u2028\u2029]/).map((line) => closeSafe(line.trimEnd()));
  while (lines.length > 0 && lines[0]?.trim() === "") lines.shift();
  while (lines.length > 0 && lines.at(-1)?.trim() === "") lines.pop();
  if (lines.length === 0) return "";
  if (lines.length === 1) return `${indent}/** ${lines[0]?.trim()} */\n`;
  const body = lines.map((line) => `${indent} *${line === "" ? "" : ` ${line}`}\n`).join("");
  return `${indent}/**\n${body}${indent} */\n`;
}

function closeSafe(text: string): string {
  return text.replaceAll("*/", "*\\/");
}
