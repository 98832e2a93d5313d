import { type Comparison, comparisons } from "./columns.js";
import { type Expression, knownValue } from "./expression.js";
import type { Statement } from "./statement.js";
import { constantName, plainWord, type State, statesOf } from "./states.js";

// `status`, `job_status`, `taskState`
const STATUS = /(?:^|_)(?:status|state|stage|phase)(?:_id|_code)?$|(?:Status|State)$/i;
// `processed`, `is_sent`, `handled_at`
const FLAG =
  /^(?:is_?|has_?(?:been_?)?)?(?:processed|handled|done|completed|finished|sent|delivered|notified|picked|taken|claimed|locked|consumed|executed|dispatched|imported|synced|exported|used|selected|assigned|published_to_queue)(?:_?(?:at|on|by|time))?$/i;

/** What a row that waits for work is called, in any spelling. */
const WAITING =
  /^(?:pending|new|queued|enqueued|waiting|wait|ready|todo|init|initial|unprocessed|scheduled|available|free|unassigned|retry|retrying|failed|notstarted|unsent|backlog|inbox|idle|untreated|fresh)$/;

/** Of flags, those that say who has a row; the others say what has become of it. */
const CLAIM_FLAG = /(?:selected|picked|taken|claimed|locked|used|assigned)/i;

/** What a status-like column says once it has this value. */
export function statesOfColumn(column: string, value: Expression): ReadonlySet<State> {
  if (STATUS.test(column)) return statesOf(value);
  return new Set(knownValue(value) === null ? [] : [CLAIM_FLAG.test(column) ? "running" : "final"]);
}

/** True for a column that says how far a row is. */
export function isStatusLike(name: string): boolean {
  return STATUS.test(name) || FLAG.test(name);
}

/**
 * True for a read that picks rows which wait for work, judged by its shape alone: it skips locked rows, or it compares a
 * status-like column with what a waiting row has. A locking read does so with any constant. One row by its id is not picked.
 */
export function takesWork(statement: Statement): boolean {
  if (statement.lock?.wait === "skip locked") return true;
  const compared = comparisons(statement.where);
  if (compared.some(picksOneRow)) return false;
  return compared.some((c) => isStatusLike(c.column) && isPicking(c, statement.lock !== undefined));
}

/** `id = ?` */
function picksOneRow({ column, operator, value }: Comparison): boolean {
  return operator === "=" && value.kind !== "column" && /^(?:id|uuid)$/i.test(column);
}

/** `id = ?`, `order_id = ?`: what belongs to one thing, not what waits in a table. */
export function isByKey({ column, operator, value }: Comparison): boolean {
  return operator === "=" && value.kind !== "column" && /^(?:id|uuid|\w+_?id)$/i.test(column);
}

function isPicking({ column, operator, value }: Comparison, locks: boolean): boolean {
  if (operator === "is") return FLAG.test(column) && knownValue(value) === null;
  if (operator === "not is" || operator === "!=") return locks;
  if (operator !== "=" && operator !== "<=>" && operator !== "in") return false;
  const values = value.kind === "list" ? value.items : [value];
  if (values.some(isWaiting)) return true;
  return locks && STATUS.test(column) && values.some(isConstant);
}

function isConstant(value: Expression): boolean {
  return knownValue(value) !== undefined || (value.kind === "parameter" && /^[A-Z]/.test(value.text));
}

/** 0, false, "pending", and a name that says so: `TaskStatus.Pending`, `STATUS_NEW`. */
function isWaiting(value: Expression): boolean {
  const known = knownValue(value);
  if (known === 0 || known === false || known === "0") return true;
  if (typeof known === "string") return WAITING.test(plainWord(known));
  const name = constantName(value);
  return (
    name !== undefined &&
    (WAITING.test(plainWord(name)) || WAITING.test(plainWord(name.replace(/^.*?(?:status|state)_?/i, ""))))
  );
}
