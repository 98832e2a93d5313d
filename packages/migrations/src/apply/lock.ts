import { createHash } from "node:crypto";
import { QueuegenError } from "@queuegen/model";
import { holderOf } from "./holder.js";
import { interrupted } from "./interrupted.js";
import type { Session } from "./session.js";

export interface LockOptions {
  /** How long to wait for another runner, in ms. */
  readonly waitMs: number;
  readonly tablePrefix: string;
  /** Told once, when somebody else holds the lock. */
  readonly onWait: (holder: string) => void;
  readonly signal?: AbortSignal;
}

/**
 * Runs `work` while this session alone migrates this database. The lock belongs to the connection: the server frees it
 * when the runner is gone, and not before a statement that was still running has ended.
 */
export async function withMigrationLock<Result>(
  session: Session,
  options: LockOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  const name = lockName(session.database);
  await take(session, name, options);
  try {
    return await work();
  } finally {
    // A lost connection has freed it already.
    await session.run("DO RELEASE_LOCK(?)", [name]).catch(() => undefined);
  }
}

async function take(session: Session, name: string, options: LockOptions): Promise<void> {
  const deadline = performance.now() + options.waitMs;
  if (await tryLock(session, name, 0)) return;
  let holder = await holderOf(session, name, options.tablePrefix);
  options.onWait(holder);
  while (performance.now() < deadline) {
    if (options.signal?.aborted) throw interrupted(`stopped while it waited for ${holder}; nothing was changed`);
    // Short waits inside the server, so that Ctrl-C is heard between them.
    if (await tryLock(session, name, 1)) return;
    holder = await holderOf(session, name, options.tablePrefix);
  }
  throw held(session.database, holder, options.waitMs);
}

/** GET_LOCK answers 1 taken, 0 timed out, NULL failed: anything but 1 is "not taken". */
async function tryLock(session: Session, name: string, seconds: number): Promise<boolean> {
  const [row] = await session.rows<{ taken: number | null }>("SELECT GET_LOCK(?, ?) AS taken", [name, seconds]);
  return Number(row?.taken) === 1;
}

/** MySQL allows 64 characters; a database name alone can have as many. Locks are server-wide, hence the name in it. */
function lockName(database: string): string {
  const name = `queuegen migrate ${database}`;
  return name.length <= 64
    ? name
    : `queuegen migrate ${createHash("sha256").update(database).digest("hex").slice(0, 40)}`;
}

function held(database: string, holder: string, waitMs: number): QueuegenError {
  return new QueuegenError([
    {
      code: "migration-lock-held",
      severity: "error",
      message: `somebody else migrates database "${database}": ${holder} has held the lock for more than ${Math.round(waitMs / 1000)} s`,
      hint: "Let that run end and try again. If it hangs, end its connection with `KILL <connection id>`.",
    },
  ]);
}
