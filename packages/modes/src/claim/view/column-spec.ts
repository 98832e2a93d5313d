import type { ColumnModel, QueueModel } from "@queuegen/model";
import { valueLiteral } from "../../literals.js";
import { payloadColumns } from "../sql/read.js";
import { isOptional } from "./column-types.js";

/** How the runtime decodes the payload columns it reads: one object literal on one line. */
export function decodeSpec(model: QueueModel): string {
  return valueLiteral(Object.fromEntries(payloadColumns(model).map((column) => [column.name, columnSpec(column)])));
}

/** How the runtime encodes the payload columns it writes: one entry a column. */
export function encodeSpec(model: QueueModel): readonly { readonly name: string; readonly spec: string }[] {
  return payloadColumns(model).map((column) => ({
    name: column.name,
    spec: valueLiteral({
      ...columnSpec(column),
      length: "length" in column.type ? column.type.length : undefined,
      default: isOptional(column) || undefined,
    }),
  }));
}

function columnSpec({ type }: ColumnModel): object {
  return {
    type: type.kind,
    mode: type.kind === "bigint" ? type.mode : undefined,
    unsigned: (type.kind === "bigint" && type.unsigned) || undefined,
  };
}
