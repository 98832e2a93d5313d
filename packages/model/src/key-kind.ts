import type { QueueModel } from "./model.js";

/** How the key of a table stands in statements and reaches JavaScript: digits, text as it is, or bytes as hex digits. */
export type KeyKind = "integer" | "text" | "bytes";

/** Only the key of an adopted table can be anything but an integer. */
export function keyKind({ columns }: Pick<QueueModel, "columns">): KeyKind {
  switch (columns.find(({ field }) => field === "id")?.type.kind) {
    case "char":
    case "varchar":
      return "text";
    case "binary":
    case "varbinary":
      return "bytes";
    default:
      return "integer";
  }
}
