import type { ColumnModel, QueueModel } from "@queuegen/model";
import { columnTypes } from "../../claim/view/column-types.js";
import { commentLine, docComment } from "../../claim/view/comments.js";
import { payloadImports } from "../../claim/view/payload-imports.js";
import { member } from "../../layout.js";
import type { FileSettings } from "../../planned-file.js";

/** What the template of `table.ts` prints. Members and imports are whole lines. */
export interface TableView {
  readonly pascal: string;
  /** The table that is walked over. */
  readonly table: string;
  readonly ranges: string;
  readonly doc: string;
  readonly imports: readonly string[];
  readonly hasImports: boolean;
  readonly columns: readonly { readonly doc: string; readonly member: string }[];
}

export function tableView(model: QueueModel, folder: string, settings: FileSettings): TableView {
  const columns = model.walk?.columns ?? [];
  const { imports, typeOf } = payloadImports({ ...model, columns }, folder, settings);
  return {
    pascal: model.pascal,
    table: commentLine(model.walk?.table ?? ""),
    ranges: commentLine(model.table),
    doc: model.doc === undefined ? "" : `${sentence(commentLine(model.doc))} `,
    imports,
    hasImports: imports.length > 0,
    columns: columns.map((column) => ({ doc: docComment(column.doc, "  "), member: line(column, typeOf(column)) })),
  };
}

function line(column: ColumnModel, payload: string): string {
  const { value, opaque } = columnTypes(column, payload);
  return member(column.name, value, opaque);
}

/** So that what follows does not run into it. */
function sentence(text: string): string {
  return /[.!?:]$/.test(text) ? text : `${text}.`;
}
