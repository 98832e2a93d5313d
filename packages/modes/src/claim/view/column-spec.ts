import type { ColumnModel, QueueModel } from "@queuegen/model";
import { valueLiteral } from "../../literals.js";
import { payloadColumns, writtenColumns } from "../sql/read.js";

/** How the runtime decodes the payload columns it reads: one object literal on one line. */
export function decodeSpec(model: QueueModel): string {
  return valueLiteral(Object.fromEntries(payloadColumns(model).map((column) => [column.name, readSpec(column)])));
}

/** How the runtime checks and encodes the payload columns it writes: one entry a column. */
export function encodeSpec(model: QueueModel): readonly { readonly name: string; readonly spec: string }[] {
  return writtenColumns(model).map((column) => ({ name: column.name, spec: valueLiteral(writeSpec(column)) }));
}

/** The same as an object, for the command that enqueues without the generated producer. */
export function payloadSpecs(model: QueueModel): Readonly<Record<string, object>> {
  return Object.fromEntries(writtenColumns(model).map((column) => [column.name, writeSpec(column)]));
}

function readSpec({ type }: ColumnModel): object {
  return {
    type: type.kind,
    mode: type.kind === "bigint" ? type.mode : undefined,
    unsigned: ("unsigned" in type && type.unsigned) || undefined,
  };
}

function writeSpec(column: ColumnModel): object {
  const { type } = column;
  return {
    ...readSpec(column),
    length: "length" in type ? type.length : undefined,
    precision: "precision" in type ? type.precision : undefined,
    scale: "scale" in type ? type.scale : undefined,
    values: type.kind === "enum" ? type.values : undefined,
    null: column.nullable || undefined,
    default: column.default !== undefined || column.autoIncrement || column.byServer !== undefined || undefined,
  };
}
