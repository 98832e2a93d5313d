import type { QueueModel } from "@queuegen/model";
import { columnTypeSql } from "../../ddl/column-type.js";
import { canonicalType, type LiveTable } from "../live/index.js";
import type { DriftFinding } from "./table-drift.js";

/**
 * What the schema of a queue reads of an application's table and the table does not have, or has of a type that the
 * generated code takes for another. No migration made these columns, so no snapshot tells of them. Pure.
 */
export function schemaColumnDrift(model: QueueModel, live: LiveTable): readonly DriftFinding[] {
  const { name: queue, file: schema } = model;
  const theirs = model.columns.filter(({ field }) => field === undefined || field === "id");
  return theirs.flatMap(({ name, type }) => {
    const reads = `the schema of queue "${queue}" (${schema}) reads \`${name}\``;
    const column = live.definition.columns.find((one) => one.name.toLowerCase() === name.toLowerCase());
    if (column === undefined) return [{ words: `${reads}; the table has no such column`, cosmetic: false, schema }];
    const declared = canonicalType(columnTypeSql(type), live.server);
    const found = column.type.replace(/ GENERATED ALWAYS AS .*$/s, "");
    if (family(declared) === family(found)) return [];
    return [{ words: `${reads} as ${declared}; the table has it as ${found}`, cosmetic: false, schema }];
  });
}

/** Types of one family reach JavaScript alike. MariaDB keeps JSON as text. */
function family(type: string): string {
  const [word = type] = /^\w+/.exec(type.toLowerCase()) ?? [];
  if (/^(?:(?:tiny|small|medium|big)?int|boolean|float|double|year)$/.test(word)) return "number";
  if (/^(?:(?:var)?char|(?:tiny|medium|long)?text|enum|set|json|uuid)$/.test(word)) return "text";
  if (/^(?:(?:var)?binary|(?:tiny|medium|long)?blob)$/.test(word)) return "bytes";
  return word === "timestamp" ? "datetime" : word;
}
