import { type Diagnostic, nearest, type QueueModel } from "@queuegen/model";
import type { TableDefinition } from "../ddl/table-definition.js";
import type { Renames } from "../diff/index.js";
import type { QueueState } from "../folder/history.js";

/** What the words after `--rename` mean in this project. */
export interface GivenRenames {
  /** Old name by new name. */
  readonly queues: ReadonlyMap<string, string>;
  /** By the name of the queue, as it is declared now. */
  readonly columns: ReadonlyMap<string, Renames>;
  readonly problems: readonly Diagnostic[];
}

/** A queue that is there before and after, under one name or two. */
export interface Survivor {
  readonly model: QueueModel;
  readonly state: QueueState;
}

/** Judges each word: a queue where the old name is gone from the schemas and the new one has no migration yet, else a column. */
export function givenRenames(
  words: readonly string[],
  models: readonly QueueModel[],
  states: readonly QueueState[],
): GivenRenames {
  const queues = new Map<string, string>();
  const columns = new Map<string, Map<string, string>>();
  const problems: Diagnostic[] = [];
  const gone = states.filter(({ queue }) => !models.some(({ name }) => name === queue));
  for (const word of words) {
    const [, of, from = "", to = ""] = /^(?:([\w-]+)\.)?([\w-]+):([\w-]+)$/.exec(word) ?? [];
    const isQueue =
      of === undefined && gone.some(({ queue }) => queue === from) && models.some(({ name }) => name === to);
    if (isQueue && states.some(({ queue }) => queue === to)) problems.push(ownMigrations(word, to, states));
    else if (isQueue) queues.set(to, from);
    else {
      const found = columnOwners({ of, from, to }, models, states);
      const [owner] = found;
      if (owner === undefined || found.length > 1) problems.push(unclear(word, from, to, found, states, gone));
      else columns.set(owner, new Map([...(columns.get(owner) ?? []), [to, from]]));
    }
  }
  return { queues, columns, problems };
}

/** Queues that had the one column and have the other. */
function columnOwners(
  { of, from, to }: { readonly of: string | undefined; readonly from: string; readonly to: string },
  models: readonly QueueModel[],
  states: readonly QueueState[],
): readonly string[] {
  return models
    .filter(({ name, columns }) => {
      const table = states.find(({ queue }) => queue === name)?.table;
      const isNew = columns.some((column) => column.name === to) && !hasColumn(table, to);
      return (of === undefined || of === name) && isNew && hasColumn(table, from);
    })
    .map(({ name }) => name);
}

function hasColumn(table: TableDefinition | undefined, name: string): boolean {
  return table?.columns.some((column) => column.name.toLowerCase() === name.toLowerCase()) ?? false;
}

/** The renames that the schema itself asks for, as far as they are not done yet. What it names must have been there. */
export function declaredRenames({ model, state }: Survivor): { renames: Renames; problems: readonly Diagnostic[] } {
  const renames = new Map<string, string>();
  const problems: Diagnostic[] = [];
  for (const { name, renamedFrom } of model.columns) {
    if (renamedFrom === undefined || hasColumn(state.table, name)) continue;
    if (hasColumn(state.table, renamedFrom)) renames.set(name, renamedFrom);
    else problems.push(unknownOld(model, name, renamedFrom, state));
  }
  return { renames, problems };
}

function unknownOld(model: QueueModel, name: string, old: string, { table, last }: QueueState): Diagnostic {
  const meant = nearest(
    old,
    table.columns.map((column) => column.name),
  );
  return {
    code: "rename-unknown",
    severity: "error",
    message: `${model.file}: column "${name}" of queue "${model.name}" is renamed from "${old}", which migration ${last.name} does not have`,
    hint:
      meant === undefined ? "Correct renamedFrom, or remove it where the column is new." : `Did you mean "${meant}"?`,
  };
}

function ownMigrations(word: string, to: string, states: readonly QueueState[]): Diagnostic {
  const last = states.find(({ queue }) => queue === to)?.last.name;
  return {
    code: "rename-unknown",
    severity: "error",
    message: `--rename ${word}: queue "${to}" has migrations of its own, the last of them ${last}`,
    hint: "Where those were never applied, delete them and run the command again: they would make a second table.",
  };
}

function unclear(
  word: string,
  from: string,
  to: string,
  found: readonly string[],
  states: readonly QueueState[],
  gone: readonly QueueState[],
): Diagnostic {
  const many = found.map((queue) => `\`--rename ${queue}.${from}:${to}\``).join(" or ");
  const olds = [
    ...gone.map(({ queue }) => queue),
    ...states.flatMap(({ table }) => table.columns.map(({ name }) => name)),
  ];
  const meant = olds.includes(from) ? undefined : nearest(from, olds);
  return {
    code: "rename-unknown",
    severity: "error",
    message:
      found.length > 1
        ? `--rename ${word} fits the queues ${found.join(", ")}`
        : `--rename ${word}: no queue had a column "${from}" and has a new one "${to}", and no queue "${from}" became "${to}"`,
    hint:
      found.length > 1
        ? `Write ${many}.`
        : meant === undefined
          ? "The old name comes first: `--rename old:new`. The new one stands in the schema already."
          : `Did you mean \`--rename ${meant}:${to}\`?`,
  };
}
