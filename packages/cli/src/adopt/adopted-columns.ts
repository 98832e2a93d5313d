import type { LiveTable } from "@queuegen/migrations/apply";
import type { Diagnostic } from "@queuegen/model";
import { columnCall } from "./column-call.js";

/** A line of the schema's columns. */
export interface SchemaColumn {
  readonly name: string;
  readonly helper: string;
  readonly call: string;
}

export interface AdoptedColumns {
  readonly key: SchemaColumn | undefined;
  /** What handlers get, in the order of the table. */
  readonly payload: readonly SchemaColumn[];
  /** What they do not get, each with the reason. */
  readonly leftOut: readonly { readonly name: string; readonly reason: string }[];
  readonly problems: readonly Diagnostic[];
}

/** The table's own columns in the words of a schema. One that cannot be told may be left out where an INSERT can leave it out. */
export function adoptedColumns({ definition, columns: facts }: LiveTable): AdoptedColumns {
  const [keyName] = definition.primaryKey;
  const payload: SchemaColumn[] = [];
  const leftOut: { name: string; reason: string }[] = [];
  const problems: Diagnostic[] = [];
  let key: SchemaColumn | undefined;
  for (const column of definition.columns) {
    const fact = facts.find(({ name }) => name === column.name);
    if (fact === undefined) continue;
    const call = columnCall(column, fact, column.name === keyName ? "key" : "payload");
    if ("reason" in call) {
      const needed =
        !column.nullable && column.default === undefined && fact.generated === undefined && !fact.autoIncrement;
      if (needed || column.name === keyName) problems.push(needsValue(definition.table, column.name, call.reason));
      else leftOut.push({ name: column.name, reason: call.reason });
    } else if (column.name === keyName) key = { name: column.name, helper: call.helper, call: call.text };
    else payload.push({ name: column.name, helper: call.helper, call: call.text });
  }
  return { key, payload, leftOut, problems };
}

function needsValue(table: string, name: string, reason: string): Diagnostic {
  return {
    code: "adopt-column",
    severity: "error",
    message: `column "${name}" of table "${table}" cannot be left out of an INSERT, and the schema cannot have it: ${reason}.`,
    hint: "Give it a default or let it be NULL, or make a queue with a table of its own (`queuegen add` without --adopt).",
  };
}
