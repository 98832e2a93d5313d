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
      if (old === undefined) return [added(column)];
      const moved = staying.has(column) ? [] : [movedBehind(column, after.columns[index - 1])];
      return [...redefined(old, column, target), ...moved];
    }),
  ];
}

function dropped({ name }: ColumnDefinition): Change {
  return {
    code: "drop-column",
    words: `column "${name}" is gone`,
    destructive: `what is in column "${name}" of every row`,
    note: `Workers and producers of the version before that name "${name}" fail until they are replaced.`,
  };
}

function added(column: ColumnDefinition): Change {
  const words = `column "${column.name}" is new`;
  if (column.nullable || column.default !== undefined || column.autoIncrement) return { code: "add-column", words };
  return {
    code: "add-column",
    words,
    note: `Column "${column.name}" has no default and takes no NULL: rows that are there get 0 or an empty value, and producers of the version before fail until they are replaced.`,
  };
}

function redefined(old: ColumnDefinition, column: ColumnDefinition, target: Target): readonly Change[] {
  const name = `column "${column.name}"`;
  return [
    ...(old.name === column.name ? [] : [renamed(old, column)]),
    ...(old.type === column.type
      ? []
      : [{ ...typeChange(old.type, column.type, target), words: `${name} was ${old.type} and is ${column.type}` }]),
    ...nullability(old, column, name),
    ...numbering(old, column, name),
    ...((old.default ?? "NULL") === (column.default ?? "NULL") ? [] : [newDefault(column, name)]),
    ...(old.comment === column.comment ? [] : [{ code: "column-comment" as const, words: `${name} has another comment` }]),
  ];
}

function renamed(old: ColumnDefinition, column: ColumnDefinition): Change {
  return {
    code: "rename-column",
    words: `column "${old.name}" is called "${column.name}"`,
    note: `Workers and producers of the version before that name "${old.name}" fail until they are replaced.`,
  };
}

function nullability(old: ColumnDefinition, column: ColumnDefinition, name: string): readonly Change[] {
  if (old.nullable === column.nullable) return [];
  if (column.nullable) return [{ code: "allow-null", words: `${name} may be NULL` }];
  return [
    {
      code: "forbid-null",
      words: `${name} may not be NULL any more`,
      destructive: `NULL in ${name}: the statement fails where a row has it`,
    },
  ];
}

function numbering(old: ColumnDefinition, column: ColumnDefinition, name: string): readonly Change[] {
  if (old.autoIncrement === column.autoIncrement) return [];
  return [
    {
      code: "auto-increment",
      words: `${name} is ${column.autoIncrement ? "" : "not "}numbered by the server`,
      copies: "the server copies every row and numbers those without a value",
    },
  ];
}

function newDefault(column: ColumnDefinition, name: string): Change {
  const words = column.default === undefined ? `${name} has no default` : `${name} has the default ${column.default}`;
  return { code: "column-default", words };
}

function movedBehind({ name }: ColumnDefinition, previous: ColumnDefinition | undefined): Change {
  const place = previous === undefined ? "to the front" : `behind "${previous.name}"`;
  return { code: "move-column", words: `column "${name}" moved ${place}` };
}
