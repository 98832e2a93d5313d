import type { CorePool } from "../client/mysql.js";
import type { Session } from "../session/session.js";
import type { Events } from "./events.js";
import { purgeOnce, purgeRunLog } from "./purge-logs.js";
import type { Registration } from "./registry.js";
import { RunLog } from "./run-log.js";

/** Tables that a worker of these queues lives by, beside those of the queues. */
export function supportTables(prefix: string, queues: readonly Registration<unknown>[]): readonly string[] {
  return [
    `${prefix}control`,
    `${prefix}lease`,
    ...(queues.some(({ consumer }) => consumer.once) ? [`${prefix}once`] : []),
    ...(queues.some(({ runLog }) => runLog) ? [`${prefix}run_log`] : []),
  ];
}

export interface OnceTable {
  readonly table: string;
  readonly pool: CorePool;
  /** ms without a reply after which a connection counts as half open. */
  readonly timeout: number;
}

/** The table of `ctx.once`, for a queue that has it. */
export function onceTable(
  prefix: string,
  { consumer }: Registration<unknown>,
  pool: CorePool,
  timeout: number,
): OnceTable | undefined {
  return consumer.once ? { table: `${prefix}once`, pool, timeout } : undefined;
}

/** What goes from the logs of a queue with each purge. */
export function logPurges(
  prefix: string,
  { name, reclaimer: { retention } }: Registration<unknown>,
): readonly ((session: Session, signal: AbortSignal) => Promise<unknown>)[] {
  const purges = [
    [purgeOnce(`${prefix}once`), retention?.once],
    [purgeRunLog(`${prefix}run_log`), retention?.runLog],
  ] as const;
  return purges.flatMap(([purge, keep]) =>
    keep === undefined || keep === null
      ? []
      : [(session: Session, signal: AbortSignal) => purge(session, name, keep, signal)],
  );
}

/** The run logs of those queues that keep one. */
export function runLogs(
  prefix: string,
  queues: readonly Registration<unknown>[],
  env: { readonly events: Events; readonly beat: Session; readonly worker: string },
): readonly RunLog[] {
  return queues
    .filter(({ runLog }) => runLog)
    .map(({ name, style }) => new RunLog({ ...env, table: `${prefix}run_log`, queue: name, style }));
}
