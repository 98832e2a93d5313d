import { brokenByWrite, type Invariant } from "./invariants.js";
import { believes } from "./lease.js";
import type { Rule } from "./rules.js";
import {
  DEAD,
  DONE,
  GONE,
  has,
  PENDING,
  PROCESSING,
  type Row,
  type Rows,
  replaced,
  type Seen,
  type State,
  type Statement,
  type Token,
  type Verb,
  WAITING,
} from "./state.js";
import type { World } from "./world.js";

/** attempts <= 65535: no condition. */
export const ANY_ATTEMPTS = 99;

interface About {
  readonly world: World;
  readonly state: State;
  readonly statement: Statement;
  readonly index: number;
}

type Guard = (row: Row, about: About) => boolean;

const status =
  (...of: readonly number[]): Guard =>
  (row) =>
    of.includes(row.status);
const seen: Guard = (row, { statement }) => row.attempts <= statement.seen;
/** As the SQL has it: the row's token is one of the list. */
const owned: Guard = (row, { statement }) => row.token !== 0 && statement.tokens.includes(row.token);
const oneOfGroup: Guard = (_, { world, state, index }) =>
  !world.scope.does.has("group") || !state.rows.some((row, i) => i !== index && row.status === PROCESSING);
const expired: Guard = (row, { world }) => isExpired(world, row);
const ahead: Guard = (row, { world }) => isAhead(world, row);
/** claim_time = :seen, for what the reclaimer has seen. */
const asSeen: Guard = (_, { state, index }) => state.reclaimer.seen[index]?.changed === false;
const asRead: Guard = (row, { state, index }) => row.token !== 0 && state.operator[index] === row.token;
const pastRetention: Guard = (row, { world }) => row.finished !== null && row.finished >= world.scope.keep;

/** The WHERE of each statement beside `id IN (:ids)`; each conjunct is a rule. */
export const GUARDS: Readonly<Record<Verb, Readonly<Record<string, Guard>>>> = {
  claim: { status: status(PENDING), attempts: seen, group: oneOfGroup },
  claimDue: {
    status: status(WAITING),
    attempts: seen,
    due: (row) => row.due !== null && row.due <= 0,
    group: oneOfGroup,
  },
  start: { status: status(PROCESSING), token: owned },
  heartbeat: { status: status(PROCESSING), token: owned },
  complete: { status: status(PROCESSING), token: owned },
  commit: { status: status(PROCESSING), token: owned },
  retry: { status: status(PROCESSING), token: owned },
  dead: { status: status(PROCESSING), token: owned },
  back: { status: status(PROCESSING), token: owned },
  release: { status: status(PROCESSING), token: owned, unstarted: (row) => !row.started },
  reclaim: { status: status(PROCESSING), age: expired },
  reclaimAhead: { status: status(PROCESSING), exact: asSeen, ahead },
  retryDead: { status: status(DEAD) },
  dueNow: { status: status(WAITING) },
  cancel: { status: status(PENDING, WAITING) },
  releaseHeld: { status: status(PROCESSING), token: asRead },
  purge: {
    status: (row, { statement }) => row.status === (statement.seen === DONE ? DONE : DEAD),
    age: pastRetention,
  },
};

/** claim_time IS NULL OR claim_time < now - lease */
export function isExpired({ scope, holds }: World, row: Row): boolean {
  return row.age === null || row.age > scope.lease || (!holds("reclaim.strictly-older") && row.age === scope.lease);
}

/** claim_time > now + lease */
export function isAhead({ scope }: World, row: Row): boolean {
  return row.age !== null && row.age < -scope.lease;
}

/** The SET of each statement. */
export const SETS: Readonly<Record<Verb, (row: Row, about: About) => Row>> = {
  claim: claimed,
  claimDue: (row, about) => ({
    ...claimed(row, about),
    due: about.world.holds("claimDue.clears-due") ? null : row.due,
  }),
  start: (row) => ({ ...row, started: true, begun: true, starts: row.begun ? row.starts : row.starts + 1 }),
  heartbeat: (row, { world, statement, index }) => ({
    ...row,
    age: 0,
    started: row.started || has(statement.running, index) || !world.holds("heartbeat.stamps-running"),
  }),
  complete: completed,
  commit: completed,
  retry: (row, { world, statement }) => {
    const last = row.attempts >= world.scope.max;
    const key = world.holds("retry.keeps-key") || !last ? row.key : false;
    return last
      ? { ...row, status: DEAD, due: null, finished: 0, by: row.token, key }
      : { ...row, status: WAITING, due: statement.delay, finished: null, by: row.token, key };
  },
  dead: (row) => ({ ...row, status: DEAD, finished: 0, by: row.token }),
  back: (row, { statement }) => ({
    ...row,
    status: WAITING,
    due: statement.delay,
    by: row.token,
    attempts: Math.max(0, row.attempts - 1),
    starts: Math.max(0, row.starts - 1),
  }),
  release: (row, { world }) => ({
    ...row,
    status: PENDING,
    token: 0,
    age: null,
    by: 0,
    attempts: world.holds("release.gives-back") ? Math.max(0, row.attempts - 1) : row.attempts,
  }),
  reclaim: reclaimed,
  reclaimAhead: reclaimed,
  releaseHeld: reclaimed,
  retryDead: (row) => ({
    ...row,
    ...{ status: PENDING, attempts: 0, token: 0, age: null, started: false, finished: null, due: null },
    ...{ by: 0, begun: false, starts: 0, life: row.life === 0 ? 1 : 0 },
  }),
  dueNow: (row) => ({ ...row, due: 0 }),
  cancel: (row) => ({ ...row, status: DEAD, due: null, finished: 0, token: 0, by: 0 }),
  purge: (row) => ({ ...row, status: GONE }),
};

function claimed(row: Row, { world, statement, index }: About): Row {
  const started = world.holds("claim.forgets-start") ? false : row.started;
  return {
    ...row,
    ...{ status: PROCESSING, token: statement.tokens[index]!, age: 0, started, by: 0, begun: false },
    attempts: world.holds("claim.counts") ? row.attempts + 1 : row.attempts,
  };
}

function completed(row: Row, { world }: About): Row {
  if (world.scope.does.has("deleteDone")) return { ...row, status: GONE, by: row.token };
  return {
    ...row,
    ...{ status: DONE, finished: 0, key: false, by: row.token },
    token: world.holds("complete.keeps-token") ? row.token : 0,
  };
}

function reclaimed(row: Row, { world }: About): Row {
  const { max } = world.scope;
  // start_time cleared first would make every row look unstarted to the assignments behind it.
  const started = row.started && world.holds("reclaim.start-last");
  const dead = row.attempts >= max && (started || !world.holds("reclaim.unstarted-lives"));
  const spare = world.holds("reclaim.keeps-first") && max > 1 ? 1 : 0;
  const back = !started && row.attempts > spare && world.holds("reclaim.gives-back");
  return {
    ...row,
    ...{ status: dead ? DEAD : PENDING, finished: dead ? 0 : null, age: null, due: null, by: 0, started: false },
    token: world.holds("reclaim.clears-token") ? 0 : row.token,
    attempts: back ? row.attempts - 1 : row.attempts,
  };
}

export interface Applied {
  readonly state: State;
  readonly matched: Rows;
  /** Rows that it went on without, because a transaction holds them. */
  readonly skipped: Rows;
  readonly broken: Invariant | undefined;
}

const WORKERS: ReadonlySet<Verb> = new Set([
  ...(["start", "heartbeat", "complete", "commit", "retry", "dead", "back", "release"] as const),
]);
const FINISHES: ReadonlySet<Verb> = new Set(["complete", "commit", "retry", "dead", "back"] as const);
const RENEWS: ReadonlySet<Verb> = new Set([
  ...(["claim", "claimDue", "heartbeat", "release", "reclaim", "reclaimAhead", "releaseHeld", "retryDead"] as const),
]);

/** Whether the guards let the statement have this row. */
export function matches(about: About, row: Row): boolean {
  const { world, statement } = about;
  const guards = GUARDS[statement.verb];
  for (const name in guards) {
    if (!guards[name]!(row, about) && world.holds(`${statement.verb}.${name}` as Rule)) return false;
  }
  return row.status !== GONE;
}

/**
 * The server runs a statement. Undefined: it waits for a row that a transaction holds. Heartbeats and reclaims go on
 * without such a row when their wait is over.
 */
export function apply(world: World, before: State, statement: Statement): Applied | undefined {
  let state = before;
  let matched = 0;
  let skipped = 0;
  let broken: Invariant | undefined;
  for (let index = 0; index < before.rows.length; index++) {
    if (!has(statement.rows, index)) continue;
    const row = state.rows[index]!;
    if (row.locked && statement.verb !== "commit") {
      if (!splits(world, statement.verb)) return undefined;
      skipped |= 1 << index;
      continue;
    }
    const about = { world, state, statement, index };
    if (!matches(about, row)) continue;
    matched |= 1 << index;
    const after = SETS[statement.verb](row, about);
    broken ??= brokenByWrite(statement.verb, row, after) ?? brokenByStatement(about, row, after);
    state = { ...state, rows: replaced(state.rows, index, after) };
    if (RENEWS.has(statement.verb)) state = changed(state, index);
  }
  return { state, matched, skipped, broken };
}

export interface Ran extends Applied {
  readonly won: Rows;
}

/** A statement, and what follows it in the same transaction: both or neither. Undefined: it waits for a row. */
export function run(world: World, before: State, statement: Statement): Ran | undefined {
  const first = apply(world, before, statement);
  if (!first || statement.claim === null) return first && { ...first, won: 0 };
  const second = apply(world, first.state, statement.claim);
  return second && { ...first, state: second.state, won: second.matched, broken: first.broken ?? second.broken };
}

/** Whether this statement waits for a row that a transaction holds. */
export function waits(world: World, state: State, { verb, rows }: Statement): boolean {
  return !splits(world, verb) && state.rows.some(({ locked }, index) => locked && has(rows, index));
}

function splits({ holds }: World, verb: Verb): boolean {
  if (verb === "heartbeat") return holds("heartbeat.splits");
  return (verb === "reclaim" || verb === "reclaimAhead") && holds("reclaim.splits");
}

function brokenByStatement({ world, state, statement, index }: About, before: Row, after: Row): Invariant | undefined {
  const { verb } = statement;
  if (WORKERS.has(verb) && before.token !== statement.tokens[index]) return "owner-only";
  if (verb === "claimDue" && before.due !== null && before.due > 0) return "no-early-start";
  if (verb === "reclaim" || verb === "reclaimAhead") {
    if (state.workers.some((worker) => believes(world, worker, index, before.token))) return "live-claim-kept";
  }
  if (FINISHES.has(verb) && !before.begun) return "done-by-a-run";
  if (verb === "releaseHeld" && state.operator[index] !== before.token) {
    if (state.workers.some((worker) => believes(world, worker, index, before.token))) return "live-claim-kept";
  }
  if (after.status === DEAD && (verb === "reclaim" || verb === "reclaimAhead" || verb === "releaseHeld")) {
    if (!before.begun || before.starts < world.scope.max - 1) return "neighbours-lose-one";
  }
  if (verb === "purge" && (before.finished === null || before.finished < world.scope.keep)) return "kept-its-time";
  return undefined;
}

/** Whoever has seen this claim expired has seen another one. */
function changed(state: State, index: number): State {
  const old: Seen | null = state.reclaimer.seen[index]!;
  if (old === null || old.changed) return state;
  return {
    ...state,
    reclaimer: { ...state.reclaimer, seen: replaced(state.reclaimer.seen, index, { ...old, changed: true }) },
  };
}

export function statement(verb: Verb, rows: Rows, values: Partial<Statement> = {}): Statement {
  return { verb, rows, tokens: NO_TOKENS, seen: ANY_ATTEMPTS, running: 0, delay: 0, claim: null, ...values };
}

const NO_TOKENS: readonly Token[] = [];
