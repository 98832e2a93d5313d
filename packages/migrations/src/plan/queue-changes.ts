import { type Diagnostic, nearest, type QueueModel } from "@queuegen/model";
import { type TableDefinition, tableDefinition } from "../ddl/table-definition.js";
import { type Change, type DiffStep, diffTables, dropTable, isCosmetic } from "../diff/index.js";
import { type QueueState, queueStates } from "../folder/history.js";
import type { MigrationFolder } from "../folder/migration-folder.js";
import type { ChangeRequest } from "./change-request.js";
import { declaredRenames, type GivenRenames, givenRenames } from "./renames.js";

/** What became of the table of one queue since its last migration. */
export interface QueueChange {
  readonly queue: string;
  /** What it was called before. */
  readonly renamedFrom?: string;
  /** `undefined`: no schema declares it any more. */
  readonly model: QueueModel | undefined;
  readonly last: MigrationFolder;
  /** Before and after; none after where the queue is removed. */
  readonly before: TableDefinition;
  readonly after: TableDefinition | undefined;
  readonly steps: readonly DiffStep[];
  readonly changes: readonly Change[];
  /** Only what somebody sees who reads the table: comments and the order of columns. */
  readonly cosmetic: boolean;
}

export interface QueueChanges {
  readonly changes: readonly QueueChange[];
  /** What cannot be said or done, whatever is allowed. */
  readonly problems: readonly Diagnostic[];
}

/** Every queue whose table is another than its last migration makes, sorted by name. Pure; a queue without migrations is not among them. */
export function queueChanges(
  models: readonly QueueModel[],
  existing: readonly MigrationFolder[],
  request: ChangeRequest,
): QueueChanges {
  const states = queueStates(existing);
  const given = givenRenames(request.renames, models, states);
  const removed = removedQueues(models, states, given);
  const found = [
    ...models.map((model) => changeOf(model, states, given, request)),
    ...removed.map((state) => removal(state, request)),
  ];
  return {
    changes: found.flatMap(({ change }) => change ?? []).sort((a, b) => (a.queue < b.queue ? -1 : 1)),
    problems: [...given.problems, ...notKept(request, models, removed), ...found.flatMap(({ problems }) => problems)],
  };
}

/** Queues that have a table by the migrations and no schema, and were not renamed. */
export function removedQueues(
  models: readonly QueueModel[],
  states: readonly QueueState[],
  { queues }: Pick<GivenRenames, "queues"> = { queues: new Map() },
): readonly QueueState[] {
  const kept = new Set([...models.map(({ name }) => name), ...queues.values()]);
  return states.filter(({ queue }) => !kept.has(queue));
}

interface Found {
  readonly change?: QueueChange;
  readonly problems: readonly Diagnostic[];
}

function changeOf(
  model: QueueModel,
  states: readonly QueueState[],
  given: GivenRenames,
  { target }: ChangeRequest,
): Found {
  const renamedFrom = given.queues.get(model.name);
  const state = states.find(({ queue }) => queue === (renamedFrom ?? model.name));
  if (state === undefined) return { problems: [] };
  const declared = declaredRenames({ model, state });
  const renames = new Map([...declared.renames, ...(given.columns.get(model.name) ?? [])]);
  const after = tableDefinition(model);
  const { steps, impossible } = diffTables(state.table, after, { target, renames });
  const problems = [...declared.problems, ...impossible.map((what) => notPossible(model.name, what, state))];
  const changes = steps.flatMap((step) => step.changes);
  if (changes.length === 0 && renamedFrom === undefined) return { problems };
  const cosmetic = renamedFrom === undefined && changes.every(isCosmetic);
  const common = { queue: model.name, model, last: state.last, before: state.table, after, steps, changes, cosmetic };
  return { change: renamedFrom === undefined ? common : { ...common, renamedFrom }, problems };
}

function removal({ queue, last, table }: QueueState, { target, keepTables = [] }: ChangeRequest): Found {
  const steps = keepTables.includes(queue) ? [] : dropTable(table, target);
  const changes = steps.flatMap((step) => step.changes);
  const change = { queue, model: undefined, last, before: table, after: undefined, steps, changes, cosmetic: false };
  return { change, problems: [] };
}

/** Words of `--keep-table` that name no queue without a schema. */
function notKept(
  { keepTables = [] }: ChangeRequest,
  models: readonly QueueModel[],
  removed: readonly QueueState[],
): readonly Diagnostic[] {
  const names = removed.map(({ queue }) => queue);
  return keepTables.flatMap((name): readonly Diagnostic[] => {
    if (names.includes(name)) return [];
    const model = models.find((one) => one.name === name);
    const meant = nearest(name, names);
    const problem = {
      message: `--keep-table ${name}: ${model === undefined ? "no queue of that name has a table without a schema" : `a schema declares that queue still, in ${model.file}`}`,
      hint:
        model === undefined
          ? `${meant === undefined ? "" : `Did you mean \`--keep-table ${meant}\`? `}${names.length === 0 ? "Every queue with a table has a schema." : `Those without one: ${names.join(", ")}.`}`
          : "Remove its schema first: without one the queue is given up, and its table stays as it is.",
    };
    return [{ code: "keep-table", severity: "error", ...problem }];
  });
}

function notPossible(queue: string, what: string, { last }: QueueState): Diagnostic {
  return {
    code: "change-not-possible",
    severity: "error",
    message: `queue "${queue}": ${what}, since migration ${last.name}; no migration is written for that`,
    hint: "Rename the column where it is the same key under another name (`--rename old:new`), or declare a new queue and move the rows.",
  };
}
