import { type QueueModel, sqlIdAlways } from "@queuegen/model";
import type { Asker } from "./asker.js";

/** What a user may not do with a table that workers and producers need. */
export interface MissingRights {
  readonly table: string;
  readonly rights: readonly Right[];
}

export interface RightsFacts {
  /** `app@10.0.0.%` */
  readonly user: string;
  readonly missing: readonly MissingRights[];
}

type Right = "SELECT" | "INSERT" | "UPDATE" | "DELETE";

const ALL: readonly Right[] = ["SELECT", "INSERT", "UPDATE", "DELETE"];

/** 1142 the table, 1143 a column of it. Other refusals say nothing about rights. */
const DENIED: readonly number[] = [1044, 1142, 1143];

/** EXPLAIN asks for the rights of the statement and changes nothing; roles and wildcards are worked out by the server. */
export async function readRights(
  { ask, tryOut }: Asker,
  models: readonly QueueModel[],
  tablePrefix: string,
): Promise<RightsFacts> {
  const [row] = (await ask<{ user: string }>("the user", "SELECT CURRENT_USER() AS user")) ?? [];
  const needed: readonly (readonly [table: string, key: string, rights: readonly Right[]])[] = [
    ...models.map(({ table, fields }) => [table, fields.id ?? "id", ALL] as const),
    [`${tablePrefix}control`, "queue", ["SELECT"]],
    [`${tablePrefix}lease`, "name", ALL],
    ...(models.some(({ options }) => options.once) ? [[`${tablePrefix}once`, "queue", ALL] as const] : []),
    ...(models.some(({ options }) => options.worker.runLog) ? [[`${tablePrefix}run_log`, "id", ALL] as const] : []),
  ];
  const missing: MissingRights[] = [];
  for (const [table, key, rights] of needed) {
    const denied: Right[] = [];
    for (const right of rights) {
      if (DENIED.includes(await tryOut(explainSql(right, sqlIdAlways(table), sqlIdAlways(key))))) denied.push(right);
    }
    if (denied.length > 0) missing.push({ table, rights: denied });
  }
  return { user: row?.user ?? "", missing };
}

function explainSql(right: Right, table: string, key: string): string {
  switch (right) {
    case "SELECT":
      return `EXPLAIN SELECT 1 FROM ${table} WHERE FALSE`;
    case "INSERT":
      return `EXPLAIN INSERT INTO ${table} () VALUES ()`;
    case "UPDATE":
      return `EXPLAIN UPDATE ${table} SET ${key} = ${key} WHERE FALSE`;
    case "DELETE":
      return `EXPLAIN DELETE FROM ${table} WHERE FALSE`;
  }
}
