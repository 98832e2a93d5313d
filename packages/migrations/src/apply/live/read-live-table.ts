import type { Connection } from "mysql2/promise";
import type { TableDefinition } from "../../ddl/table-definition.js";
import type { LiveTable } from "./live-table.js";
import { type Query, queryOf } from "./query.js";
import { readColumns } from "./read-columns.js";
import { readIndexes } from "./read-indexes.js";
import { readForeignKeys, readTriggers } from "./read-relations.js";
import { readServerFacts } from "./server-facts.js";

/** Reads a table of the connection's database; `undefined` where there is none of that name. Writes and locks nothing. */
export async function readLiveTable(
  connection: Pick<Connection, "query">,
  table: string,
): Promise<LiveTable | undefined> {
  const query = queryOf(connection);
  const row = await readTable(query, table);
  if (row === undefined) return undefined;
  const server = await readServerFacts(query);
  const columns = await readColumns(query, row.name, server);
  const { primaryKey, indexes, otherIndexes } = await readIndexes(query, row.name, server);
  const definition: TableDefinition = {
    table: row.name,
    ...(row.comment !== "" && row.kind === "BASE TABLE" && { comment: row.comment }),
    columns: columns.map(({ definition }) => definition),
    primaryKey,
    indexes,
  };
  return {
    definition,
    kind: KINDS[row.kind] ?? "other",
    engine: row.engine ?? undefined,
    charset: row.charset ?? undefined,
    collation: row.collation ?? undefined,
    rowFormat: row.rowFormat ?? undefined,
    rows: Number(row.rows ?? 0),
    partitioned: (row.options ?? "").includes("partitioned"),
    columns: columns.map(({ facts }) => facts),
    otherIndexes,
    triggers: await readTriggers(query, row.name),
    ...(await readForeignKeys(query, row.name)),
    server,
  };
}

interface TableRow {
  readonly name: string;
  readonly kind: string;
  readonly engine: string | null;
  readonly rowFormat: string | null;
  readonly rows: number | null;
  readonly collation: string | null;
  readonly charset: string | null;
  readonly comment: string;
  readonly options: string | null;
}

const KINDS: Readonly<Record<string, LiveTable["kind"]>> = {
  "BASE TABLE": "table",
  VIEW: "view",
  "SYSTEM VERSIONED": "system-versioned",
  SEQUENCE: "sequence",
};

async function readTable(query: Query, table: string): Promise<TableRow | undefined> {
  const [row] = await query<TableRow>(
    `SELECT t.table_name AS name, t.table_type AS kind, t.engine AS engine, t.row_format AS rowFormat, t.table_rows AS \`rows\`,
            t.table_collation AS collation, t.table_comment AS comment, t.create_options AS options,
            (SELECT c.character_set_name FROM information_schema.collation_character_set_applicability c
             WHERE c.collation_name = t.table_collation LIMIT 1) AS charset
     FROM information_schema.tables t WHERE t.table_schema = DATABASE() AND t.table_name = ?`,
    [table],
  );
  return row;
}
