import type { RowState, Transition } from "../transition.js";
import type { QueueFacts } from "./violation.js";

/** A change of one row with what is known of the row's past. */
export interface Change {
  readonly at: number;
  readonly before: RowState;
  readonly after: RowState;
  /** Whether the session that made it belongs to the process that made the row's latest claim. */
  readonly byOwner: boolean;
  readonly facts: QueueFacts;
}

type Condition = readonly [what: string, holds: (change: Change) => boolean];

interface Legal {
  readonly name: string;
  readonly from: readonly number[];
  readonly to: number;
  readonly conditions: readonly Condition[];
}

const PENDING = 0;
const PROCESSING = 1;
const DONE = 2;
const DEAD = 3;
const WAITING = 5;

const owner: Condition = ["by the process that claimed it", (c) => c.byOwner];
const tokenKept: Condition = ["token kept", (c) => c.after.token !== null && c.after.token === c.before.token];
const tokenCleared: Condition = ["token cleared", (c) => c.after.token === null];
const attemptsKept: Condition = ["attempts kept", (c) => c.after.attempts === c.before.attempts];
const attemptGiven: Condition = [
  "one attempt given back",
  (c) => c.after.attempts === Math.max(0, c.before.attempts - 1),
];
const unstarted: Condition = ["not started", (c) => c.before.start === null];
const noStart: Condition = ["start_time cleared", (c) => c.after.start === null];
const noRunAt: Condition = ["run_at empty", (c) => c.after.runAt === null];
const hasFinish: Condition = ["finish_time set", (c) => c.after.finish !== null];
const expired: Condition = ["lease over", (c) => isExpired(c)];
const lookedTwice: Condition = ["seen expired one heartbeat interval before", (c) => wasExpiredEarlier(c)];
const attemptsLeft: Condition = ["attempts left", (c) => !usedUp(c)];

const claimed: readonly Condition[] = [
  ["a new token", (c) => c.after.token !== null && c.after.token !== c.before.token],
  ["one attempt more", (c) => c.after.attempts === Math.min(c.before.attempts, 65_534) + 1],
  ["attempts within the maximum", (c) => c.facts.attempts === 0 || c.after.attempts <= c.facts.attempts],
  ["claim_time of the statement", (c) => c.after.claimTime === Math.floor(c.at / 1000)],
  ["worker_id set", (c) => c.after.worker !== null],
  noStart,
  noRunAt,
];

/** transitions.md, mode claim, less what only an operator may do. */
const LEGAL: readonly Legal[] = [
  { name: "claim", from: [PENDING], to: PROCESSING, conditions: claimed },
  {
    name: "claim of a due row",
    from: [WAITING],
    to: PROCESSING,
    conditions: [["due", (c) => c.before.runAt !== null && c.before.runAt <= c.at], ...claimed],
  },
  {
    name: "start or heartbeat",
    from: [PROCESSING],
    to: PROCESSING,
    conditions: [
      tokenKept,
      attemptsKept,
      ["worker_id kept", (c) => c.after.worker === c.before.worker],
      ["start_time not lost", (c) => c.before.start === null || c.after.start !== null],
      owner,
    ],
  },
  { name: "complete", from: [PROCESSING], to: DONE, conditions: [tokenKept, attemptsKept, hasFinish, noRunAt, owner] },
  {
    name: "retry",
    from: [PROCESSING],
    to: WAITING,
    conditions: [
      tokenKept,
      attemptsKept,
      attemptsLeft,
      ["run_at not in the past", (c) => c.after.runAt !== null && c.after.runAt >= c.at],
      owner,
    ],
  },
  {
    name: "release with a delay",
    from: [PROCESSING],
    to: WAITING,
    conditions: [tokenCleared, unstarted, attemptGiven, ["run_at set", (c) => c.after.runAt !== null], owner],
  },
  {
    name: "release by its handler",
    from: [PROCESSING],
    to: WAITING,
    conditions: [
      tokenKept,
      attemptGiven,
      ["run_at to come", (c) => c.after.runAt !== null && c.after.runAt > c.at],
      owner,
    ],
  },
  { name: "dead", from: [PROCESSING], to: DEAD, conditions: [tokenKept, attemptsKept, hasFinish, noRunAt, owner] },
  {
    name: "release",
    from: [PROCESSING],
    to: PENDING,
    conditions: [tokenCleared, unstarted, attemptGiven, noRunAt, owner],
  },
  {
    name: "reclaim",
    from: [PROCESSING],
    to: PENDING,
    conditions: [
      tokenCleared,
      expired,
      lookedTwice,
      ["not started, or attempts left", (c) => c.before.start === null || !usedUp(c)],
      ["attempts as the start mark says", (c) => c.after.attempts === afterReclaim(c)],
      noStart,
      noRunAt,
    ],
  },
  {
    name: "reclaim, attempts used up",
    from: [PROCESSING],
    to: DEAD,
    conditions: [
      tokenCleared,
      expired,
      lookedTwice,
      ["attempts used up", usedUp],
      ["started", (c) => c.before.start !== null],
      hasFinish,
      noRunAt,
    ],
  },
];

/** Why a change of a row that exists is not one of the legal transitions; `undefined` when it is. */
export function illegal(change: Change): string | undefined {
  const { before, after } = change;
  const candidates = LEGAL.filter((each) => each.from.includes(before.status) && each.to === after.status);
  if (candidates.length === 0) return `${before.status} -> ${after.status} is never allowed`;
  const failures = candidates.map(({ name, conditions }) => {
    const broken = conditions.filter(([, holds]) => !holds(change)).map(([what]) => what);
    return { name, broken };
  });
  if (failures.some(({ broken }) => broken.length === 0)) return undefined;
  return failures.map(({ name, broken }) => `no ${name}, which needs: ${broken.join(", ")}`).join("; ");
}

/** Why an insert or a delete is not legal. */
export function illegalEnd({ before, after, at }: Transition): string | undefined {
  if (after !== undefined && before === undefined) {
    if (after.status !== PENDING && after.status !== WAITING) return `inserted with status ${after.status}`;
    if ((after.runAt !== null) !== (after.status === WAITING)) return "inserted with run_at and status at odds";
    if (after.attempts !== 0 || after.token !== null) return "inserted with a claim";
    return undefined;
  }
  if (before !== undefined && before.status !== DONE && before.status !== DEAD) {
    return `deleted in status ${before.status} at ${at}`;
  }
  return undefined;
}

function isExpired({ before, at, facts }: Change): boolean {
  const now = Math.floor(at / 1000);
  const lease = Math.floor(facts.leaseMs / 1000);
  return before.claimTime === null || before.claimTime < now - lease || before.claimTime > now + lease;
}

/** The earlier look is timed by the reclaimer's own clock, so a tenth of a second is let pass. */
function wasExpiredEarlier(change: Change): boolean {
  return isExpired({ ...change, at: change.at - change.facts.heartbeatMs + 100 });
}

function usedUp({ before, facts }: Change): boolean {
  return facts.attempts !== 0 && before.attempts >= facts.attempts;
}

function afterReclaim({ before, facts }: Change): number {
  const back = before.start === null && before.attempts > 0 && (before.attempts > 1 || facts.attempts === 1);
  return before.attempts - (back ? 1 : 0);
}
