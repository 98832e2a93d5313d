import type { ColumnSpec, ColumnSpecs } from "../column.js";

/** One cell as the driver gives it: numbers, text, bytes. */
export type Cell = string | number | Uint8Array | null;

/** Makes a job of the cells of its payload columns, in the order of the specs; throws where one does not decode. */
export type DecodeJob<Job> = (id: string, cells: readonly Cell[], from: number) => Job;

/** Statements read 64-bit integers and JSON as text, so the options of the user's pool never touch them. */
export function jobDecoder<Job>(columns: ColumnSpecs): DecodeJob<Job> {
  const fill = recordFiller(columns);
  return (id, cells, from) => fill({ id }, cells, from) as Job;
}

/** Puts the cells into a record, in the order of the specs; throws where one does not decode. */
export function recordFiller(
  columns: ColumnSpecs,
): (record: Record<string, unknown>, cells: readonly Cell[], from: number) => Record<string, unknown> {
  const names = Object.keys(columns);
  const decoders = names.map((name) => decoderOf(columns[name]!));
  return (record, cells, from) => {
    for (let i = 0; i < names.length; i++) {
      const cell = cells[from + i] ?? null;
      const decode = decoders[i];
      record[names[i]!] = cell === null || decode === undefined ? cell : decode(cell);
    }
    return record;
  };
}

function decoderOf(column: ColumnSpec): ((cell: Cell) => unknown) | undefined {
  switch (column.type) {
    case "json":
      return (cell) => JSON.parse(String(cell));
    case "boolean":
      return (cell) => Number(cell) !== 0;
    case "bigint":
      return column.mode === "number"
        ? exactNumber
        : column.mode === "bigint"
          ? (cell) => BigInt(String(cell))
          : String;
    default:
      return undefined;
  }
}

function exactNumber(cell: Cell): number {
  const value = Number(cell);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${cell} does not fit a number; declare mode "string"`);
  return value;
}
