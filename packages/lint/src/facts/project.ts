import type { QueueModel } from "@queuegen/model";
import type { Target } from "@queuegen/modes";
import type { FileFacts } from "./code.js";
import { columnNames } from "./columns.js";
import { withInner } from "./statement.js";
import { foldTables, type TableSchema } from "./table-schema.js";

/** A table that work is taken from, and what its columns are called. */
export interface QueueTable {
  readonly table: string;
  /** Class of the generated consumer, where the queue is declared. */
  readonly consumer: string | undefined;
  readonly id: string;
  /** `undefined` where it is not known what the column is called. */
  readonly status: string | undefined;
  readonly claimToken: string;
  readonly claimTime: string;
  /** Each but the primary key; `undefined` where it is not known which there are. */
  readonly indexes: readonly QueueIndex[] | undefined;
}

export interface QueueIndex {
  readonly name: string | undefined;
  readonly columns: readonly string[];
}

/** What all files of a run tell together. */
export interface Project {
  /** By table name in lower case: declared queues, and tables that have claim columns. */
  readonly queues: ReadonlyMap<string, QueueTable>;
  /** By name in lower case. */
  readonly tables: ReadonlyMap<string, TableSchema>;
  /** Table in lower case by the plain name of a model. */
  readonly modelTables: ReadonlyMap<string, string>;
  /** The files themselves, for rules that look at two statements together. */
  readonly files: readonly FileFacts[];
  /** The oldest server that the project must run on; `undefined` where nobody has said. */
  readonly target: Target | undefined;
}

/** Columns that no table has by chance. */
export const CLAIM_COLUMNS: readonly string[] = ["claim_token", "claim_time"];

const STATUS_COLUMN = /^(?:status|state|\w+_status|\w+_state|\w+Status|\w+State)$/;

/** `modelNames`: table by name of an ORM model. */
export function buildProject(
  models: readonly QueueModel[],
  files: readonly FileFacts[],
  modelNames: Readonly<Record<string, string>> = {},
  target?: Target,
): Project {
  const tables = foldTables(files.flatMap(({ source, changes }) => changes.map((change) => ({ change, source }))));
  const queues = new Map(
    models.map((model) => [model.table.toLowerCase(), declared(model, tables.get(model.table.toLowerCase()))]),
  );
  for (const table of tables.values()) {
    if (queues.has(table.name.toLowerCase())) continue;
    if (table.columns.some((column) => isClaimColumn(column.name)))
      queues.set(table.name.toLowerCase(), undeclared(table.name, table));
  }
  for (const name of claimedTables(files, queues))
    queues.set(name.toLowerCase(), undeclared(name, tables.get(name.toLowerCase())));
  const modelTables = new Map([...queues.keys()].map((table) => [plainName(table), table]));
  for (const [model, table] of Object.entries(modelNames)) modelTables.set(plainName(model), table.toLowerCase());
  return { queues, tables, modelTables, files, target };
}

/** The queue that a table or an ORM model is, if it is one: `notify_task`, `NotifyTask`, `notifyTasks`. */
export function findQueue(project: Project, name: string | undefined): QueueTable | undefined {
  if (name === undefined) return undefined;
  return project.queues.get(name.toLowerCase()) ?? project.queues.get(project.modelTables.get(plainName(name)) ?? "");
}

/** `claim_token` is `claimToken` to an ORM. */
export function sameName(a: string, b: string): boolean {
  return a === b || squashed(a) === squashed(b);
}

/** A run compares few names many times: remembering them halves the time of a file of statements. */
const squashedNames = new Map<string, string>();

function squashed(name: string): string {
  const known = squashedNames.get(name);
  if (known !== undefined) return known;
  const plain = name.toLowerCase().replaceAll("_", "");
  squashedNames.set(name, plain);
  return plain;
}

/** Without underscores, case and the ending of a plural. */
export function plainName(name: string): string {
  return name.toLowerCase().replaceAll("_", "").replace(/s$/, "");
}

export function isClaimColumn(name: string): boolean {
  return CLAIM_COLUMNS.some((column) => sameName(column, name));
}

function declared(model: QueueModel, table: TableSchema | undefined): QueueTable {
  const { fields } = model;
  return {
    table: model.table,
    consumer: `${model.pascal}Consumer`,
    id: fields.id ?? "id",
    status: fields.status ?? "status",
    claimToken: fields.claim_token ?? "claim_token",
    claimTime: fields.claim_time ?? "claim_time",
    // An adopted table has indexes that its declaration does not name.
    indexes: model.adopted === true ? indexesOf(table) : model.indexes,
  };
}

function indexesOf(table: TableSchema | undefined): QueueTable["indexes"] {
  if (table?.complete !== true) return undefined;
  return table.keys.filter((key) => key.visible && key.kind !== "other" && key.kind !== "primary");
}

function undeclared(name: string, table: TableSchema | undefined): QueueTable {
  const columns = table?.columns.map((column) => column.name) ?? [];
  const status = columns.find((c) => c.toLowerCase() === "status") ?? columns.find((c) => STATUS_COLUMN.test(c));
  const id = table?.keys.find((key) => key.kind === "primary" && key.columns.length === 1)?.columns[0];
  return {
    table: name,
    consumer: undefined,
    id: id ?? "id",
    status: table === undefined ? "status" : status,
    claimToken: "claim_token",
    claimTime: "claim_time",
    indexes: indexesOf(table),
  };
}

/** Tables not in `known` whose claim columns are named by a statement on this table alone. */
function* claimedTables(files: readonly FileFacts[], known: ReadonlyMap<string, unknown>): Generator<string> {
  for (const { statement } of files.flatMap((file) => file.statements)) {
    for (const one of withInner(statement)) {
      const name = one.tables.length === 1 ? one.tables[0]!.name : undefined;
      if (name !== undefined && !known.has(name.toLowerCase()) && columnNames(one).some(isClaimColumn)) yield name;
    }
  }
}
