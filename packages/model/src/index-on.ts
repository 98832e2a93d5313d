import type { IndexModel, QueueModel, StandardField } from "./model.js";

/** The index on exactly these standard columns, in this order: its name may be the user's. */
export function indexOn(
  { indexes, fields: names }: Pick<QueueModel, "indexes" | "fields">,
  fields: readonly StandardField[],
): IndexModel | undefined {
  const columns = fields.map((field) => names[field]);
  return indexes.find(
    (index) => index.columns.length === columns.length && index.columns.every((column, i) => column === columns[i]),
  );
}
