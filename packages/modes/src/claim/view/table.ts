import type { ColumnModel, QueueModel } from "@queuegen/model";
import { columnMember, fit, member } from "../../layout.js";
import type { FileSettings } from "../../planned-file.js";
import { payloadColumns, writtenColumns } from "../sql/read.js";
import { type ColumnTypes, columnTypes, isOptional } from "./column-types.js";
import { commentLine, docComment } from "./comments.js";
import { payloadImports } from "./payload-imports.js";

/** What the template of `table.ts` prints. Members and imports are whole lines. */
export interface TableView {
  readonly pascal: string;
  readonly table: string;
  readonly statusColumn: string;
  readonly doc: string;
  readonly statuses: readonly { readonly name: string; readonly value: number }[];
  readonly statusType: string;
  readonly imports: readonly string[];
  /** Of the Kysely interface; `doc` is a comment with its line end, or "". */
  readonly columns: readonly { readonly doc: string; readonly member: string }[];
  /** What a whole row extends. */
  readonly rowBase: string;
  readonly standard: readonly string[];
  readonly payload: readonly string[];
  readonly insert: readonly string[];
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
  const status = `${model.pascal}Status`;
  const typesOf = (column: ColumnModel): ColumnTypes =>
    column.field === "status" ? { value: [status], raw: [status], opaque: false } : columnTypes(column, typeOf(column));
  const read = (column: ColumnModel): string => member(column.name, typesOf(column).value, typesOf(column).opaque);
  const payload = payloadColumns(model);
  // A job has its key as text under the name `id`; a row has it as the driver gives it, under its own name.
  const id = model.columns.find(({ field }) => field === "id");
  const same = id === undefined || (id.name === "id" && typesOf(id).value.join() === "string");
  return {
    pascal: model.pascal,
    table: commentLine(model.table),
    statusColumn: commentLine(model.fields.status ?? "status"),
    doc: model.doc === undefined ? "" : `${sentence(commentLine(model.doc))} `,
    statuses,
    statusType: fit(
      `export type ${status} = (typeof ${status})[keyof typeof ${status}];`,
      `export type ${status} =\n  (typeof ${status})[keyof typeof ${status}];`,
    ),
    imports,
    columns: model.columns.map((column) => ({
      doc: column.field === undefined ? docComment(column.doc, "  ") : "",
      member: tableMember(column, typesOf(column)),
    })),
    rowBase: same ? `${model.pascal}Job` : `Omit<${model.pascal}Job, "id">`,
    standard: model.columns.filter(({ field }) => field !== undefined && !(same && field === "id")).map(read),
    payload: payload.map(read),
    insert: writtenColumns(model).map((column) => {
      const { value, opaque } = typesOf(column);
      return member(`${column.name}${isOptional(column) ? "?" : ""}`, value, opaque);
    }),
  };
}

/** The standard columns are the queue's: nobody else inserts or updates them. What is computed nobody does. */
function tableMember(column: ColumnModel, { value, raw, opaque }: ColumnTypes): string {
  if (column.field !== undefined || column.byServer === "generated")
    return columnMember(column.name, [value, ["never"], ["never"]], opaque);
  const insert = isOptional(column) ? [...raw, "undefined"] : raw;
  return columnMember(column.name, [value, insert, raw], opaque);
}

/** So that what follows does not run into it. */
function sentence(text: string): string {
  return /[.!?:]$/.test(text) ? text : `${text}.`;
}
