import { matches } from "../guards.js";
import type { Invariant } from "../invariants.js";
import { brokenByWrite } from "../invariants.js";
import { SETS } from "../sets.js";
import { DONE, GONE, type Item, PROCESSING, type Row, type State, type Token, withItem, withRow } from "../state.js";
import { statement } from "../statement.js";
import { type Emit, RANK, type World } from "../world.js";

/** ctx.transaction: the handler's statements, then the completion, then COMMIT, on a connection of its own. */
export function transaction(world: World, state: State, worker: number, emit: Emit): void {
  if (!world.scope.does.has("transaction")) return;
  state.workers[worker]!.items.forEach((item, row) => {
    if (!item) return;
    const to = (change: Partial<Item>) => withItem(state, worker, row, { ...item, ...change });
    const name = `row ${row + 1}`;
    if (item.state === "running" && item.transaction === "none")
      emit(`opens a transaction for ${name}`, to({ transaction: "open" }));
    else if (item.transaction === "open") complete(world, state, worker, row, item, emit);
    else if (item.transaction === "written") commit(world, state, worker, row, item, emit);
    else if (item.transaction === "committed") {
      emit(`hears that ${name} is committed`, withItem(state, worker, row, null), RANK.reply);
      lose(world, state, emit, "after it", to({ transaction: "doubt" }));
    } else if (item.transaction === "doubt") ask(world, state, worker, row, item, emit);
  });
}

/** The last statement before COMMIT. From here on the transaction holds the row. */
function complete(world: World, state: State, worker: number, index: number, item: Item, emit: Emit): void {
  const row = state.rows[index]!;
  if (row.locked) return;
  const completion = statement("commit", 1 << index, { tokens: tokensOf(state, index, item.token) });
  const label = `completes row ${index + 1} in its transaction`;
  if (matches({ world, state, statement: completion, index }, row)) {
    const next = withRow(state, index, { ...row, locked: true });
    emit(label, withItem(next, worker, index, { ...item, transaction: "written" }), RANK.execute);
  } else if (world.holds("transaction.rolls-back")) {
    emit(`${label}: no match, rolls back`, failed(state, worker, index, item), RANK.execute);
  } else {
    const next = withRow(state, index, { ...row, effects: row.effects + 1 });
    emit(`${label}: no match, commits`, withItem(next, worker, index, null), RANK.execute);
  }
}

function commit(world: World, state: State, worker: number, index: number, item: Item, emit: Emit): void {
  const { next, broken } = committed(world, state, index, item.token);
  const label = `row ${index + 1} is committed`;
  emit(label, withItem(next, worker, index, { ...item, transaction: "committed" }), RANK.execute, broken);
  const doubt = withItem(state, worker, index, { ...item, transaction: "doubt" });
  lose(world, state, emit, "and the transaction is rolled back", unlocked(doubt, index));
  if (state.late.length === 0 && world.scope.does.has("late")) {
    lose(world, state, emit, "and the commit comes late", { ...doubt, late: [lateCommit(state, index, item.token)] });
  }
}

export function committed(
  world: World,
  state: State,
  index: number,
  token: Token,
): { readonly next: State; readonly broken: Invariant | undefined } {
  const row = state.rows[index]!;
  const completion = statement("commit", 1 << index, { tokens: tokensOf(state, index, token) });
  const after: Row = {
    ...SETS.commit(row, { world, state, statement: completion, index }),
    ...{ locked: false, effects: row.effects + 1, completedWithEffect: true },
  };
  const stranger = row.token !== token ? "owner-only" : undefined;
  return { next: withRow(state, index, after), broken: brokenByWrite("commit", row, after) ?? stranger };
}

export function lateCommit(state: State, index: number, token: Token): ReturnType<typeof statement> {
  return statement("commit", 1 << index, { tokens: tokensOf(state, index, token) });
}

export function unlocked(state: State, index: number): State {
  return withRow(state, index, { ...state.rows[index]!, locked: false });
}

/** The reply to COMMIT is lost, not the commit, perhaps. */
function ask(world: World, state: State, worker: number, index: number, item: Item, emit: Emit): void {
  const row = state.rows[index]!;
  if (row.locked && world.holds("transaction.waits")) return;
  const done = row.status === GONE || (row.status === DONE && row.token === item.token);
  if (done && world.holds("transaction.asks")) {
    emit(`finds row ${index + 1} committed`, withItem(state, worker, index, null), RANK.reply);
    return;
  }
  // Told that it failed: a lie, or soon to be one, where the commit is done or on its way.
  const pending = row.locked && row.status === PROCESSING && row.token === item.token;
  const broken = row.by === item.token && row.completedWithEffect ? "honest-verdict" : undefined;
  emit(
    `takes row ${index + 1} for not committed`,
    failed(state, worker, index, item),
    RANK.reply,
    broken ?? (pending && state.late.length > 0 ? "honest-verdict" : undefined),
  );
}

/** The handler throws; where the claim was lost before, nothing comes of it. */
function failed(state: State, worker: number, index: number, item: Item): State {
  if (item.state === "lost") return withItem(state, worker, index, null);
  return withItem(state, worker, index, { ...item, state: "ended", outcome: "retry", transaction: "none" });
}

function lose(_: World, state: State, emit: Emit, what: string, next: State): void {
  if (state.chances.losses === 0) return;
  emit(`loses the connection of its COMMIT ${what}`, {
    ...next,
    chances: { ...next.chances, losses: next.chances.losses - 1 },
  });
}

function tokensOf(state: State, index: number, token: Token): Token[] {
  return state.rows.map((_, row) => (row === index ? token : 0));
}
