import { inLease, isLocked, isRenewed } from "../lease.js";
import {
  type Call,
  has,
  type Item,
  type Look,
  PENDING,
  PROCESSING,
  type Row,
  type Rows,
  type State,
  type Statement,
  type Token,
  WAITING,
  withItem,
  withWorker,
} from "../state.js";
import { ANY_ATTEMPTS, statement } from "../statement.js";
import { type Emit, RANK, type World } from "../world.js";
import { call } from "./call.js";

/**
 * Looks for candidates and sends the claim. The look is a plain read: what it has seen may be long over when the server
 * runs the claim. Candidates before their first attempt and later ones go in statements of their own.
 */
export function lookAndClaim(world: World, state: State, worker: number, emit: Emit): void {
  const { main, look } = state.workers[worker]!;
  if (main !== null) return;
  if (look !== null) {
    emit("sends a claim of what it saw", withClaim(world, state, worker, look), RANK.claim);
    return;
  }
  for (const found of looks(world, state, worker)) {
    if (world.scope.does.has("staleLook")) emit("looks", withWorker(state, worker, { look: found }), RANK.claim);
    else emit("looks and sends a claim", withClaim(world, state, worker, found), RANK.claim);
  }
}

export function* looks(world: World, state: State, worker: number): Generator<Look> {
  for (const due of [false, true]) {
    for (const seen of [0, ANY_ATTEMPTS]) {
      const rows = candidates(world, state, worker, due, seen);
      if (rows !== 0) yield { due, seen, rows };
    }
  }
}

function withClaim(world: World, state: State, worker: number, look: Look): State {
  return withWorker(state, worker, { look: null, main: call(claimOf(world, state, worker, look)) });
}

export function claimOf(world: World, state: State, worker: number, { due, seen, rows }: Look): Statement {
  const token = freshToken(world, state, worker);
  const tokens = state.rows.map((_, row) => (has(rows, row) ? token : 0));
  return statement(due ? "claimDue" : "claim", rows, { tokens, seen });
}

function candidates({ scope }: World, state: State, worker: number, due: boolean, seen: number): Rows {
  let rows = 0;
  state.rows.forEach((row, index) => {
    const free = due ? row.status === WAITING && row.due === 0 : row.status === PENDING;
    const item = state.workers[worker]!.items[index];
    // Left out: a worker that claims a row whose transaction it still has open from a claim that it lost.
    if (free && (seen === 0) === (row.attempts === 0) && (!item || item.transaction === "none")) rows |= 1 << index;
  });
  if (!scope.does.has("group")) return rows;
  // One of a group, and none where one is seen at work. That is no guard: two workers may see the same.
  return state.rows.some(({ status }) => status === PROCESSING) ? 0 : rows & -rows;
}

/** One that nobody knows. */
export function freshToken({ holds }: World, state: State, worker: number): Token {
  if (!holds("claim.fresh-token")) return 200 + worker;
  const { items } = state.workers[worker]!;
  // As if both statements of a round had one token: that of what the first one has won.
  const sibling = holds("claim.token-per-statement") ? undefined : items.find((item) => item?.state === "waiting");
  if (sibling) return sibling.token;
  let last = 0;
  const known = (token: Token) => {
    if (token < 200 && token > last) last = token;
  };
  for (const row of state.rows) {
    known(row.token);
    known(row.by);
  }
  for (const { tokens } of state.late) tokens.forEach(known);
  for (const token of state.operator) known(token ?? 0);
  for (const { items: held, main, beat } of state.workers) {
    for (const item of held) known(item?.token ?? 0);
    main?.statement.tokens.forEach(known);
    beat?.statement.tokens.forEach(known);
  }
  return last + 1;
}

/** All candidates won before their first attempt: they are what they were. Otherwise what was won is read by its token. */
export function takeWon(world: World, before: State, worker: number, { statement, spent, matched }: Call): State {
  let state = withWorker(before, worker, { main: null });
  // What comes after the lease is given up as it comes.
  const gone = world.holds("lease.from-sending") ? spent : 0;
  if (matched === 0 || !inLease(world, { spent: gone })) return state;
  const all = statement.seen === 0 && matched === statement.rows;
  state.rows.forEach((row, index) => {
    if (!has(statement.rows, index)) return;
    const token = statement.tokens[index]!;
    if (!all && !(row.status === PROCESSING && row.token === token)) return;
    const old = state.workers[worker]!.items[index];
    if (old && isLocked(old)) return;
    state = withItem(state, worker, index, itemOf(row, token, all ? 1 : row.attempts, gone));
  });
  return state;
}

function itemOf({ life }: Row, token: Token, attempt: number, spent: number): Item {
  return { token, attempt, state: "waiting", spent, outcome: null, transaction: "none", life };
}

/** Gives up what waits, starts or runs beyond its lease. A handler's open transaction goes on: its completion's guard decides. */
export function giveUp(world: World, state: State, worker: number, emit: Emit): void {
  if (!world.holds("lease.gives-up")) return;
  state.workers[worker]!.items.forEach((item, row) => {
    if (!item || inLease(world, item) || item.state === "ended" || item.state === "lost" || isLocked(item)) return;
    const left: Item | null = item.transaction === "open" ? { ...item, state: "lost" } : null;
    const { punctual, chances } = world.scope;
    // Without a fault of its own a worker renews what it has in time.
    const healthy = punctual !== null && chances.freezes === 0 && chances.cuts === 0;
    emit(
      `gives row ${row + 1} up: its lease is over`,
      withItem(state, worker, row, left),
      RANK.giveUp,
      healthy && isRenewed(item) ? "live-claim-kept" : undefined,
    );
  });
}
