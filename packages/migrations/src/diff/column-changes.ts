import type { Target } from "@queuegen/modes";
import type { ColumnDefinition, TableDefinition } from "../ddl/table-definition.js";
import type { Change } from "./change.js";
import { stayingColumns } from "./column-order.js";
import type { ColumnPairs } from "./pair-columns.js";
import { typeChange } from "./type-change.js";

/** What becomes of the columns of a table: those that go, then all others in their order. */
export function columnChanges(
  before: TableDefinition,
  after: TableDefinition,
  columns: ColumnPairs,
  target: Target,
): readonly Change[] {
  const staying = stayingColumns(before.columns, after.columns, columns);
  return [
    ...columns.dropped.map(dropped),
    ...after.columns.flatMap((column, index) => {
      const old = columns.oldOf.get(column);
      if (old === undefined) return [added(column, target)];
      const moved = staying.has(column) || after.adopted ? [] : [movedBehind(column, after.columns[index - 1])];
      return [...redefined(old, column, target), ...moved];
    }),
  ];
}

function dropped({ name }: ColumnDefinition): Change {
  return {
    code: "drop-column",
    subject: name,
    words: `column "${name}" is gone`,
    destructive: `what is in column "${name}" of every row`,
    note: `Workers and producers of the version before that name "${name}" fail until they are replaced.`,
  };
}

function added(column: ColumnDefinition, target: Target): Change {
  const worked = column.default?.startsWith("(") && target !== "mariadb106";
  const change: Change = {
    code: "add-column",
    subject: column.name,
    words: `column "${column.name}" is new`,
    ...(worked && { copies: "MySQL works its default out row by row, into a copy of the table" }),
  };
  if (column.nullable || column.default !== undefined || column.autoIncrement) return change;
  return {
    ...change,
    note: `Column "${column.name}" has no default and takes no NULL: rows that are there get 0 or an empty value, and producers of the version before fail until they are replaced.`,
  };
}

function redefined(old: ColumnDefinition, column: ColumnDefinition, target: Target): readonly Change[] {
  return [
    ...(old.name === column.name ? [] : [renamed(old, column)]),
    ...(old.type === column.type ? [] : [retyped(old, column, target)]),
    ...nullability(old, column, target),
    ...numbering(old, column),
    ...((old.default ?? "NULL") === (column.default ?? "NULL") ? [] : [newDefault(old, column)]),
    ...(old.comment === column.comment ? [] : [newComment(column)]),
  ];
}

function retyped(old: ColumnDefinition, { name, type }: ColumnDefinition, target: Target): Change {
  const words = `column "${name}" was ${old.type} and is ${type}`;
  return { subject: name, words, ...typeChange(old.type, type, target) };
}

function newComment({ name }: ColumnDefinition): Change {
  return { code: "column-comment", subject: name, words: `column "${name}" has another comment` };
}

function renamed(old: ColumnDefinition, column: ColumnDefinition): Change {
  return {
    code: "rename-column",
    subject: column.name,
    words: `column "${old.name}" is called "${column.name}"`,
    note: `Workers and producers of the version before that name "${old.name}" fail until they are replaced.`,
  };
}

function nullability(old: ColumnDefinition, column: ColumnDefinition, target: Target): readonly Change[] {
  const { name, nullable } = column;
  if (old.nullable === nullable) return [];
  if (nullable) return [{ code: "allow-null", subject: name, words: `column "${name}" may be NULL` }];
  const moves = defaultsToNow(column) && target !== "mysql80";
  return [
    {
      code: "forbid-null",
      subject: name,
      words: `column "${name}" may not be NULL any more`,
      destructive: `NULL in column "${name}": the statement fails where a row has it`,
      ...(moves && { copies: "MariaDB copies the table where the default is a moment that is not known yet" }),
    },
  ];
}

/** What a timestamp is told depends on the time zone of the session, so that even a fixed one counts. */
function defaultsToNow({ type, default: value }: ColumnDefinition): boolean {
  return type.startsWith("timestamp") || /^(\(|current_timestamp|now)/i.test(value ?? "");
}

function numbering(old: ColumnDefinition, column: ColumnDefinition): readonly Change[] {
  if (old.autoIncrement === column.autoIncrement) return [];
  return [
    {
      code: "auto-increment",
      subject: column.name,
      words: `column "${column.name}" is ${column.autoIncrement ? "" : "not "}numbered by the server`,
      copies: "the server copies every row and numbers those without a value",
    },
  ];
}

function newDefault(old: ColumnDefinition, { name, default: value }: ColumnDefinition): Change {
  const was = old.default === undefined ? "had no default" : `had the default ${old.default}`;
  const is = value === undefined ? "has none" : `has ${old.default === undefined ? "the default " : ""}${value}`;
  return { code: "column-default", subject: name, words: `column "${name}" ${was} and ${is}` };
}

function movedBehind({ name }: ColumnDefinition, previous: ColumnDefinition | undefined): Change {
  const place = previous === undefined ? "to the front" : `behind "${previous.name}"`;
  return { code: "move-column", subject: name, words: `column "${name}" moved ${place}` };
}
