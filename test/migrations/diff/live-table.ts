import type { ColumnModel, QueueModel } from "@queuegen/model";
import type { FreshDatabase } from "../../services/database.js";

/**
 * SHOW CREATE TABLE without the name and the counter. Keys are sorted: a new one stands last, wherever a fresh table
 * would have it, and nothing but its being dropped and built anew would move it.
 */
export async function tableText(database: FreshDatabase, table: string): Promise<string> {
  const [row] = await database.query<{ "Create Table": string }>("SHOW CREATE TABLE ??", [table]);
  const lines = (row?.["Create Table"] ?? "").split("\n").slice(1);
  const evened = lines.map((line) => line.replace(/^(\).*) AUTO_INCREMENT=\d+/, "$1").replace(/,$/, ""));
  const isKey = (line: string): boolean => /^ {2}(UNIQUE )?KEY /.test(line);
  return [...evened.filter((line) => !isKey(line)), ...evened.filter(isKey).sort()].join("\n");
}

const SAMPLES: Readonly<Partial<Record<ColumnModel["type"]["kind"], string | number>>> = {
  decimal: "1.25",
  float: 1.5,
  double: 1.5,
  json: '{"a": 1}',
  date: "2026-03-01",
  year: 2026,
  datetime: "2026-03-01 10:11:12",
  timestamp: "2026-03-01 10:11:12",
  time: "10:11:12",
};

/** Rows that fill every column that has no value of its own. */
export async function insertRows(database: FreshDatabase, { table, columns }: QueueModel, rows: number): Promise<void> {
  const given = columns.filter(
    ({ autoIncrement, field }) => !autoIncrement && (field === undefined || field === "create_time"),
  );
  for (let row = 1; row <= rows; row++) {
    const values = given.map((one) => sample(one, row));
    await database.query(`INSERT INTO ?? (${given.map(() => "??").join()}) VALUES (${given.map(() => "?").join()})`, [
      table,
      ...given.map(({ name }) => name),
      ...values,
    ]);
  }
}

function sample({ type, nullable }: ColumnModel, row: number): string | number | null {
  if (nullable && row === 2) return null;
  if (type.kind === "enum") return type.values[0] ?? "";
  return SAMPLES[type.kind] ?? row;
}

/** The values of these columns, row by row, as text and in a form that a wider type does not change. */
export async function valuesOf(
  database: FreshDatabase,
  table: string,
  id: string,
  names: readonly string[],
): Promise<readonly (readonly (string | null)[])[]> {
  if (names.length === 0) return [];
  const list = names.map(() => "HEX(CAST(?? AS CHAR CHARACTER SET utf8mb4))").join(", ");
  const rows = await database.query<Record<string, string | null>>(`SELECT ${list} FROM ?? ORDER BY ??`, [
    ...names,
    table,
    id,
  ]);
  return rows.map((row) => Object.values(row).map((value) => (value === null ? null : evened(value))));
}

function evened(hex: string): string {
  const text = Buffer.from(hex, "hex").toString("utf8");
  return /^[-\d: ]+\.\d+$/.test(text) ? text.replace(/\.?0+$/, "") : text;
}
