import type { Rule } from "./rules.js";
import {
  DEAD,
  DONE,
  GONE,
  PENDING,
  PROCESSING,
  type Row,
  type State,
  type Statement,
  type Verb,
  WAITING,
} from "./state.js";
import type { World } from "./world.js";

/** What a guard may look at beside the row. */
export interface About {
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

/** Whether the guards let the statement have this row. */
export function matches(about: About, row: Row): boolean {
  const { world, statement } = about;
  const guards = GUARDS[statement.verb];
  for (const name in guards) {
    if (!guards[name]!(row, about) && world.holds(`${statement.verb}.${name}` as Rule)) return false;
  }
  return row.status !== GONE;
}
