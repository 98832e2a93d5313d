import type { About } from "./guards.js";
import { DEAD, DONE, GONE, has, PENDING, PROCESSING, type Row, type Verb, WAITING } from "./state.js";

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
