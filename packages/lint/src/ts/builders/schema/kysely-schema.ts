import type { ts } from "ts-morph";
import { calledName, spanOf } from "../../nodes.js";
import { type BuilderContext, callSpan, type Link } from "../chain.js";
import {
  type ChangeDraft,
  columnOfType,
  emptyDraft,
  keyOn,
  namesOf,
  type SchemaReader,
  textOf,
  toChange,
} from "./parts.js";

const STARTS = { createTable: "create", alterTable: "alter", dropTable: "drop", createIndex: "alter" } as const;

/** Kysely: `db.schema.createTable("task").addColumn("status", "tinyint")`, `db.schema.createIndex("i").on("task").columns([...])`. */
export const readKyselySchema: SchemaReader = (links, context) => {
  const start = links.findIndex((link) => Object.hasOwn(STARTS, link.name) && link.args.length === 1);
  const first = links[start];
  if (first === undefined) return undefined;
  const draft = emptyDraft();
  if (first.name !== "createIndex") {
    for (const [index, link] of links.entries()) if (index > start) readLink(draft, link, links[index + 1], context);
    return toChange(STARTS[first.name as keyof typeof STARTS], first.args[0], draft, context, links);
  }
  const rest = links.slice(start + 1);
  const on = rest.find((link) => link.name === "on");
  const columns = rest
    .filter((link) => link.name === "column" || link.name === "columns")
    .flatMap((link) => namesOf(link.args[0], context));
  const kind = rest.some((link) => link.name === "unique") ? "unique" : "key";
  draft.keys.push(keyOn(kind, columns, textOf(first.args[0], context), callSpan(first)));
  return toChange("alter", on?.args[0], draft, context, links);
};

function readLink(draft: ChangeDraft, link: Link, following: Link | undefined, context: BuilderContext): void {
  const [first, second, third] = link.args;
  const name = textOf(first, context);
  const span = callSpan(link);
  if (link.name === "modifyEnd") readEnd(draft, first, context);
  if (name === undefined) return;
  if (link.name === "renameTo") draft.renamedTo = name;
  else if (link.name === "renameColumn") {
    const to = textOf(second, context);
    if (to !== undefined) draft.renamedColumns.push({ from: name, to });
  } else if (link.name === "addColumn" || link.name === "modifyColumn") {
    const type = textOf(second, context) ?? (second && context.resolver.resolve(second)?.text) ?? "";
    draft.columns.push(
      columnOfType(
        name,
        type,
        first === undefined || second === undefined ? span : { start: spanOf(first).start, end: second.end },
      ),
    );
    if (third !== undefined && /\bprimaryKey\(\)/.test(third.getText()))
      draft.keys.push(keyOn("primary", [name], undefined, span));
  } else if (link.name === "addPrimaryKeyConstraint")
    draft.keys.push(keyOn("primary", namesOf(second, context), undefined, span));
  else if (link.name === "addUniqueConstraint") draft.keys.push(keyOn("unique", namesOf(second, context), name, span));
  else if (link.name === "addIndex") {
    // In a CREATE TABLE the columns are the second argument, in an ALTER TABLE the next call.
    const columns =
      second === undefined && /^columns?$/.test(following === undefined ? "" : calledName(following.call))
        ? following?.args[0]
        : second;
    draft.keys.push(keyOn("key", namesOf(columns, context), name, span));
  } else if (link.name === "dropColumn") draft.droppedColumns.push(name);
  else if (link.name === "dropIndex" || link.name === "dropConstraint") draft.droppedKeys.push(name);
}

/** `` modifyEnd(sql`ENGINE = InnoDB`) `` */
function readEnd(draft: ChangeDraft, node: ts.Expression | undefined, context: BuilderContext): void {
  const name = /\bengine\s*=?\s*(\w+)/i.exec((node && context.resolver.resolve(node)?.text) ?? "")?.[1];
  if (node !== undefined && name !== undefined) draft.engine = { name, span: spanOf(node) };
}
