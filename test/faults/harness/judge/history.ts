import type { RowState, Transition } from "../transition.js";

const CLAIM = 1_000_000;

const NEW: RowState = {
  status: 0,
  token: null,
  claimTime: null,
  worker: null,
  attempts: 0,
  start: null,
  finish: null,
  runAt: null,
};

/** What a session does to a row, in ms after the insert. */
export interface Act {
  readonly after: number;
  readonly actor?: string;
  readonly connection?: number;
  readonly set: Partial<RowState>;
}

/** Builds the log of one job for tests of the judge: an insert at 1,000,000 s, then one change an act. */
export function historyOf(acts: readonly Act[], first: Partial<RowState> = {}, job = "1"): Transition[] {
  const origin = CLAIM * 1000;
  let row: RowState = { ...NEW, ...first };
  const log: Transition[] = [{ seq: 1, job, at: origin, before: undefined, after: row, actor: "p1", connection: 90 }];
  acts.forEach(({ after, actor = "w1", connection = 1, set }, index) => {
    const next = { ...row, ...set };
    log.push({ seq: index + 2, job, at: origin + after, before: row, after: next, actor, connection });
    row = next;
  });
  return log;
}

/** A claim `after` ms after the insert, by the rules. */
export function claim(after: number, attempts: number, rest: Partial<Act> & { readonly token?: string } = {}): Act {
  const { token = `t${after}`, ...act } = rest;
  return {
    after,
    ...act,
    set: {
      status: 1,
      token,
      claimTime: CLAIM + Math.floor(after / 1000),
      worker: "host",
      attempts,
      start: null,
      runAt: null,
      ...act.set,
    },
  };
}

/** A start mark, by the rules. */
export function start(after: number, rest: Partial<Act> = {}): Act {
  return { after, set: { start: CLAIM * 1000 + after }, ...rest };
}

/** A heartbeat, by the rules. */
export function heartbeat(after: number, rest: Partial<Act> = {}): Act {
  return { after, set: { claimTime: CLAIM + Math.floor(after / 1000) }, ...rest };
}

/** A completion, by the rules. */
export function complete(after: number, rest: Partial<Act> = {}): Act {
  return { after, set: { status: 2, finish: CLAIM * 1000 + after }, ...rest };
}

/** What the reclaimer writes into a row that goes back to 0 with `attempts`. */
export function reclaim(after: number, attempts: number, rest: Partial<Act> = {}): Act {
  return {
    after,
    actor: "w2",
    connection: 2,
    ...rest,
    set: {
      status: 0,
      token: null,
      claimTime: null,
      worker: null,
      attempts,
      start: null,
      runAt: null,
      finish: null,
      ...rest.set,
    },
  };
}

/** Epoch ms of a moment `after` ms after the insert. */
export function moment(after: number): number {
  return CLAIM * 1000 + after;
}
