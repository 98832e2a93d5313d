import type { StaticColumn, StaticEntry, StaticObject, StaticValue } from "../declaration.js";
import type { ColumnModel, ColumnType } from "../model.js";
import { sqlNameProblem } from "../names.js";
import { suggest } from "../nearest.js";
import { sqlComment } from "../sql-comment.js";
import { isStorable, readDefault, unstorable } from "./column-default.js";
import { type ColumnHelper, columnHelpers, type HelperValues } from "./column-helpers.js";
import type { CommonValues } from "./column-options.js";
import { columnTypeProblem } from "./column-type.js";
import type { Problems } from "./problems.js";
import { readTable, refuseUnknown } from "./read-options.js";
import { describe, entryOf } from "./static-value.js";

/** A column as the schema writes it; which standard column it is, if any, is not known here. */
export interface DeclaredColumn extends Omit<ColumnModel, "field"> {
  readonly entry: StaticEntry;
}

/** Reads `channel: varchar(16, { default: "mail" })`; `undefined` after telling what is wrong with it. */
export function readColumn(entry: StaticEntry, problems: Problems): DeclaredColumn | undefined {
  const before = problems.count;
  const nameProblem = sqlNameProblem(entry.key);
  if (nameProblem) problems.error("bad-name", entry.keyAt, nameProblem, "Choose another name for this column.");
  const column = readHelperCall(entry.value, problems);
  if (!column || problems.count > before) return undefined;
  return { name: entry.key, entry, ...column, ...documentation(entry, column.comment) };
}

type Call = Omit<DeclaredColumn, "name" | "entry" | "doc">;

function readHelperCall(value: StaticValue, problems: Problems): Call | undefined {
  if (problems.skips(value)) return undefined;
  if (value.kind !== "column") {
    const hint = "Write a column helper, for instance varchar(64) or json<Payload>().";
    problems.error("bad-column", value.at, `A column is made by a helper, not by ${describe(value)}.`, hint);
    return undefined;
  }
  const helper = Object.hasOwn(columnHelpers, value.helper) ? columnHelpers[value.helper] : undefined;
  if (!helper) {
    const hint = suggest(value.helper, Object.keys(columnHelpers));
    problems.error("bad-column", value.at, `There is no column helper \`${value.helper}\`.`, hint);
    return undefined;
  }
  const before = problems.count;
  const values = readArguments(value, helper, problems);
  if (problems.count > before) return undefined;
  return checked(value, withPayload(helper.type(values), value), values, problems);
}

function readArguments(call: StaticColumn, helper: ColumnHelper, problems: Problems): HelperValues & CommonValues {
  const names = Object.keys(helper.args);
  const last = call.args.at(-1);
  const options = last?.kind === "object" ? last : undefined;
  const positional = options ? call.args.slice(0, -1) : call.args;
  for (const extra of positional.slice(names.length)) {
    const takes = names.length === 0 ? "no size" : `only ${names.join(" and ")}`;
    const hint = `Options stand in braces: ${Object.keys(helper.options).join(", ")}.`;
    problems.error(
      "bad-column",
      extra.at,
      `${call.helper}() takes ${takes}, but ${describe(extra)} is given as well.`,
      hint,
    );
  }
  if (call.payload && call.helper !== "json") {
    const message = `Only json() takes a type argument, ${call.helper}() has a type of its own.`;
    problems.error("bad-column", call.at, message, "Remove the type argument.");
  }
  refuseUnknown(Object.keys(helper.options), options, {}, problems);
  const given = asObject(names, positional, options, call);
  return readTable({ ...helper.args, ...helper.options }, given, call.at, problems) as unknown as HelperValues &
    CommonValues;
}

/** Positional arguments under their names, so that one table reads both. */
function asObject(
  names: readonly string[],
  positional: readonly StaticValue[],
  options: StaticObject | undefined,
  { at }: StaticColumn,
): StaticObject {
  const named = names.flatMap((key, index): StaticEntry[] => {
    const value = positional[index];
    return value ? [{ key, keyAt: value.at, value, doc: undefined }] : [];
  });
  return { kind: "object", entries: [...named, ...(options?.entries ?? [])], at };
}

function withPayload(type: ColumnType, { payload }: StaticColumn): ColumnType {
  return type.kind === "json" && payload ? { ...type, payload } : type;
}

function checked(
  call: StaticColumn,
  type: ColumnType,
  values: HelperValues & CommonValues,
  problems: Problems,
): Call | undefined {
  const before = problems.count;
  const typeProblem = columnTypeProblem(type);
  if (typeProblem) problems.error("bad-column", call.at, typeProblem, "Correct the arguments of the column.");
  const read = readDefault(type, values.null, values.default);
  if ("problem" in read) {
    problems.error("bad-default", placeIn(call, "default"), read.problem, "Correct the default or leave it out.");
  }
  if (values.autoIncrement && (values.null || values.default !== undefined)) {
    const message = "A column numbered by the server takes neither NULL nor a default.";
    problems.error("bad-column", placeIn(call, "autoIncrement"), message, "Leave null and default out.");
  }
  if (values.comment !== undefined && !isStorable(values.comment)) {
    problems.error("bad-column", placeIn(call, "comment"), unstorable, "Write the comment without them.");
  }
  if (problems.count > before || "problem" in read) return undefined;
  const autoIncrement = values.autoIncrement ?? false;
  const { comment, byServer, renamedFrom } = values;
  return {
    type,
    nullable: values.null,
    default: read.value,
    autoIncrement,
    comment,
    ...(byServer !== undefined && { byServer }),
    ...(renamedFrom !== undefined && { renamedFrom }),
  };
}

function placeIn(call: StaticColumn, option: string): StaticValue["at"] {
  const options = call.args.at(-1);
  return (options?.kind === "object" ? entryOf(options, option)?.value.at : undefined) ?? call.at;
}

function documentation(entry: StaticEntry, comment: string | undefined): Pick<ColumnModel, "doc" | "comment"> {
  const doc = entry.doc ?? (entry.value.kind === "column" ? entry.value.payloadDoc : undefined);
  return { doc, comment: comment ?? sqlComment(doc, 1_024) };
}
