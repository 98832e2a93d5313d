import type { ColumnDefinition } from "../../ddl/table-definition.js";
import { defaultSql, liveDefault } from "./live-default.js";
import type { LiveColumn } from "./live-table.js";
import { liveType } from "./live-type.js";
import type { Query } from "./query.js";
import type { ServerFacts } from "./server-facts.js";

export interface ReadColumn {
  readonly definition: ColumnDefinition;
  readonly facts: LiveColumn;
}

interface ColumnRow {
  readonly name: string;
  readonly type: string;
  readonly nullable: "YES" | "NO";
  readonly value: string | null;
  readonly extra: string;
  readonly charset: string | null;
  readonly collation: string | null;
  readonly comment: string;
  readonly expression: string | null;
}

/** The columns of a table in their order. */
export async function readColumns(query: Query, table: string, server: ServerFacts): Promise<readonly ReadColumn[]> {
  const rows = await query<ColumnRow>(
    `SELECT column_name AS name, column_type AS type, is_nullable AS nullable, column_default AS value, extra AS extra,
            character_set_name AS charset, collation_name AS collation, column_comment AS comment,
            generation_expression AS expression
     FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = ? ORDER BY ordinal_position`,
    [table],
  );
  const json = server.mariadb ? await jsonColumns(query, table) : new Set<string>();
  return rows.map((row) => readColumn(row, json.has(row.name), server));
}

/** MariaDB keeps json as longtext with a CHECK of its own. */
async function jsonColumns(query: Query, table: string): Promise<ReadonlySet<string>> {
  const rows = await query<{ clause: string }>(
    `SELECT check_clause AS clause FROM information_schema.check_constraints
     WHERE constraint_schema = DATABASE() AND table_name = ?`,
    [table],
  );
  const found = rows.flatMap(({ clause }) => /^json_valid\(`((?:[^`]|``)+)`\)$/i.exec(clause)?.[1] ?? []);
  return new Set(found.map((name) => name.replaceAll("``", "`")));
}

function readColumn(row: ColumnRow, isJson: boolean, server: ServerFacts): ReadColumn {
  const facts = factsOf(row);
  const type = isJson && row.type === "longtext" ? "json" : liveType(row, server);
  const nullable = row.nullable === "YES";
  const value = defaultSql(liveDefault({ ...row, nullable }, server.mariadb), type);
  const update = onUpdate(row.extra);
  const definition: ColumnDefinition = {
    name: row.name,
    type:
      facts.generated === undefined
        ? type
        : `${type} GENERATED ALWAYS AS (${row.expression}) ${facts.generated.toUpperCase()}`,
    nullable,
    ...(value !== undefined && { default: value + (update ?? "") }),
    ...(facts.autoIncrement && { autoIncrement: true as const }),
    ...(row.comment !== "" && { comment: row.comment }),
  };
  return { definition, facts };
}

function factsOf({ name, extra }: ColumnRow): LiveColumn {
  const generated = /\bVIRTUAL GENERATED\b/i.test(extra)
    ? "virtual"
    : /\b(?:STORED|PERSISTENT) GENERATED\b/i.test(extra)
      ? "stored"
      : undefined;
  return {
    name,
    generated,
    onUpdate: onUpdate(extra) !== undefined,
    invisible: /\bINVISIBLE\b/i.test(extra),
    autoIncrement: /auto_increment/i.test(extra),
  };
}

/** ` ON UPDATE CURRENT_TIMESTAMP(3)` */
function onUpdate(extra: string): string | undefined {
  const found = /on update current_timestamp(?:\(([0-6]?)\))?/i.exec(extra);
  if (!found) return undefined;
  return ` ON UPDATE CURRENT_TIMESTAMP${found[1] && found[1] !== "0" ? `(${found[1]})` : ""}`;
}
