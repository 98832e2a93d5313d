import type { ColumnModel, QueueModel } from "@queuegen/model";
import type { FileSettings } from "../../planned-file.js";
import { columnTypes, isOptional } from "./column-types.js";
import { commentLine, docComment } from "./comments.js";
import { payloadImports } from "./payload-imports.js";

/** What the template of `table.ts` prints. */
export interface TableView {
  readonly pascal: string;
  readonly table: string;
  readonly statusColumn: string;
  readonly doc: string;
  readonly statuses: readonly { readonly name: string; readonly value: number }[];
  readonly imports: readonly { readonly names: string; readonly from: string }[];
  /** Of the Kysely interface; `doc` is a comment with its line end, or "". */
  readonly columns: readonly { readonly doc: string; readonly name: string; readonly type: string }[];
  readonly standard: readonly { readonly name: string; readonly type: string }[];
  readonly payload: readonly { readonly name: string; readonly type: string }[];
  readonly insert: readonly { readonly name: string; readonly optional: boolean; readonly type: string }[];
}

const statuses = [
  { name: "pending", value: 0 },
  { name: "processing", value: 1 },
  { name: "done", value: 2 },
  { name: "dead", value: 3 },
  { name: "waiting", value: 5 },
];

export function tableView(model: QueueModel, folder: string, settings: FileSettings): TableView {
  const { imports, typeOf } = payloadImports(model, folder, settings);
  const typesOf = (column: ColumnModel) => columnTypes(column, typeOf(column));
  const read = (column: ColumnModel) => (column.field === "status" ? `${model.pascal}Status` : typesOf(column).read);
  const standard = model.columns.filter((column) => column.field !== undefined);
  const payload = model.columns.filter((column) => column.field === undefined);
  return {
    pascal: model.pascal,
    table: commentLine(model.table),
    statusColumn: commentLine(model.fields.status ?? "status"),
    doc: model.doc === undefined ? "" : `${sentence(commentLine(model.doc))} `,
    statuses,
    imports,
    columns: model.columns.map((column) => ({
      doc: column.field === undefined ? docComment(column.doc, "  ") : "",
      name: column.name,
      type:
        column.field === undefined ? payloadColumn(column, typesOf(column)) : `Column<${read(column)}, never, never>`,
    })),
    standard: standard
      .filter((column) => column.field !== "id")
      .map((column) => ({ name: column.name, type: read(column) })),
    payload: payload.map((column) => ({ name: column.name, type: read(column) })),
    insert: payload.map((column) => ({
      name: column.name,
      optional: isOptional(column),
      type: typesOf(column).write,
    })),
  };
}

function payloadColumn(column: ColumnModel, { read, raw }: { readonly read: string; readonly raw: string }): string {
  return `Column<${read}, ${isOptional(column) ? `${raw} | undefined` : raw}, ${raw}>`;
}

/** So that what follows does not run into it. */
function sentence(text: string): string {
  return /[.!?:]$/.test(text) ? text : `${text}.`;
}
