import type { ColumnModel, ColumnType } from "@queuegen/model";
import { rangeNames } from "./range-names.js";

/** Columns of the table of ranges beside the standard ones of mode claim. */
export function rangeColumns(key: readonly ColumnModel[]): readonly ColumnModel[] {
  const bounds = (["lo", "at", "hi"] as const).flatMap((bound) =>
    key.map((column) =>
      made(rangeNames(column.name)[bound], exact(column.type), { nullable: true, comment: COMMENTS[bound] }),
    ),
  );
  const count: ColumnType = { kind: "bigint", unsigned: true, mode: "number" };
  return [
    ...bounds,
    made("rows_planned", count, { default: 0, comment: "rows of the table between lo and hi when the range was made" }),
    made("rows_seen", count, { default: 0, comment: "rows that the cursor has passed" }),
    made("rows_done", count, { default: 0, comment: "rows that a handler has got" }),
    made("next_ms", count, { nullable: true, comment: "in row 1 alone: epoch ms at which the throttle lets go" }),
  ];
}

const COMMENTS = {
  lo: "where the range begins",
  at: "the cursor: the last key that is done",
  hi: "the last key of the range",
} as const;

function made(name: string, type: ColumnType, rest: Partial<ColumnModel>): ColumnModel {
  return {
    name,
    field: undefined,
    type,
    nullable: false,
    default: undefined,
    autoIncrement: false,
    comment: undefined,
    doc: undefined,
    ...rest,
  };
}

/** 64 bits reach the worker as digits, whatever the schema wants for its handler. */
function exact(type: ColumnType): ColumnType {
  return type.kind === "bigint" ? { ...type, mode: "string" } : type;
}
