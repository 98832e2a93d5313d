import type { ColumnModel, WalkModel } from "@queuegen/model";

/** What the runtime must know of a walk beside its statements: `WalkSpec` of the run face, as plain data. */
export function walkSpec(walk: WalkModel): object {
  const column = (name: string) => walk.columns.find((one) => one.name === name);
  return {
    table: walk.table,
    key: Object.fromEntries(walk.key.map((name) => [name, keyWord(column(name))])),
    columns: Object.fromEntries(walk.columns.map(({ name, type }) => [name, rowSpec(type)])),
    filtered: walk.where !== null,
    batch: walk.batch,
    batchTime: walk.batchTime,
    throttle: walk.throttle,
  };
}

/** How a column of the key is written into statements. */
function keyWord(column: ColumnModel | undefined): "integer" | "text" | "bytes" {
  const kind = column?.type.kind ?? "int";
  if (kind.endsWith("int")) return "integer";
  return kind.endsWith("binary") ? "bytes" : "text";
}

function rowSpec(type: ColumnModel["type"]): object {
  return { type: type.kind, mode: type.kind === "bigint" ? type.mode : undefined };
}
