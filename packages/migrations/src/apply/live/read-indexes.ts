import { type IndexModel, sqlId } from "@queuegen/model";
import type { OtherIndex } from "./live-table.js";
import type { Query } from "./query.js";
import type { ServerFacts } from "./server-facts.js";

export interface ReadIndexes {
  readonly primaryKey: readonly string[];
  /** Plain ones, by name. */
  readonly indexes: readonly IndexModel[];
  readonly otherIndexes: readonly OtherIndex[];
}

interface PartRow {
  readonly name: string;
  readonly column: string | null;
  readonly expression: string | null;
  readonly prefix: number | null;
  readonly order: "A" | "D" | null;
  readonly type: string;
  readonly free: number;
  /** Whether the optimizer may use it. */
  readonly used: "YES" | "NO";
}

export async function readIndexes(query: Query, table: string, server: ServerFacts): Promise<ReadIndexes> {
  const rows = await query<PartRow>(
    `SELECT index_name AS name, column_name AS \`column\`, ${await expressionColumn(query, server)} AS expression, sub_part AS prefix,
            collation AS \`order\`, index_type AS type, non_unique AS free, ${usedColumn(server)} AS used
     FROM information_schema.statistics WHERE table_schema = DATABASE() AND table_name = ? ORDER BY index_name, seq_in_index`,
    [table],
  );
  const groups = new Map<string, PartRow[]>();
  for (const row of rows) groups.set(row.name, [...(groups.get(row.name) ?? []), row]);
  const all = [...groups.values()];
  const named = all.filter(([part]) => part?.name !== "PRIMARY").sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  return {
    primaryKey: (groups.get("PRIMARY") ?? []).map(({ column }) => column ?? ""),
    indexes: named.filter(isPlain).map(indexModel),
    otherIndexes: named.filter((parts) => !isPlain(parts)).map(otherIndex),
  };
}

/** Indexes on expressions came with MySQL 8.0.13, and the column of the information schema with them. */
async function expressionColumn(query: Query, { mariadb }: ServerFacts): Promise<string> {
  if (mariadb) return "NULL";
  const found = await query(
    "SELECT 1 FROM information_schema.columns WHERE table_schema = 'information_schema' AND table_name = 'STATISTICS' AND column_name = 'EXPRESSION'",
  );
  return found.length > 0 ? "expression" : "NULL";
}

function usedColumn({ mariadb, version }: ServerFacts): string {
  const major = Number.parseInt(version, 10);
  if (mariadb) return /^10\.5\./.test(version) ? "'YES'" : "IF(ignored = 'YES', 'NO', 'YES')";
  return major >= 8 ? "is_visible" : "'YES'";
}

function nameOf([part]: readonly PartRow[]): string {
  return part?.name ?? "";
}

function isPlain(parts: readonly PartRow[]): boolean {
  return parts.every(
    ({ type, prefix, order, column, used }) =>
      type === "BTREE" && prefix === null && order !== "D" && column !== null && used === "YES",
  );
}

function indexModel(parts: readonly PartRow[]): IndexModel {
  return { name: nameOf(parts), columns: parts.map(({ column }) => column ?? ""), unique: isUnique(parts) };
}

function otherIndex(parts: readonly PartRow[]): OtherIndex {
  return {
    name: nameOf(parts),
    type: parts[0]?.type ?? "",
    parts: parts.map(partText).join(", "),
    unique: isUnique(parts),
  };
}

function partText({ column, expression, prefix, order }: PartRow): string {
  const what = column === null ? `(${expression})` : sqlId(column);
  return what + (prefix === null ? "" : `(${prefix})`) + (order === "D" ? " DESC" : "");
}

function isUnique([part]: readonly PartRow[]): boolean {
  return Number(part?.free) === 0;
}
