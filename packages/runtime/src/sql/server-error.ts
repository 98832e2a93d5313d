/** What to do about a statement that failed: repeat it, leave the connection, or blame the statement. */
export type FailureKind = "transient" | "connection" | "statement";

/** Deadlock, lock wait timeout, snapshot conflict (MariaDB), interrupted or timed out by somebody: the same may work now. */
const TRANSIENT: ReadonlySet<number> = new Set([1213, 1205, 1020, 1317, 1969, 3024]);

/**
 * The server behind this connection cannot do our work: shutting down, killed, idle too long (1053, 1927, 4031, 1159 ...),
 * or it is a replica after a failover (1290, 1792, 1836): only a new connection can lead to the new primary.
 */
const CONNECTION: ReadonlySet<number> = new Set([
  1040, 1053, 1077, 1079, 1129, 1152, 1153, 1158, 1159, 1160, 1161, 1184, 1203, 1290, 1792, 1836, 1927, 2006, 2013,
  3032, 4031,
]);

export function failureOf(error: unknown): FailureKind {
  const errno = errnoOf(error);
  if (errno !== undefined && TRANSIENT.has(errno)) return "transient";
  if (errno !== undefined && CONNECTION.has(errno)) return "connection";
  // Errors without a number of the server come from the socket or the driver.
  if (errno === undefined || isFatal(error)) return "connection";
  return "statement";
}

export const DUPLICATE_KEY = 1062;
export const NO_SUCH_TABLE = 1146;
export const NO_SUCH_COLUMN = 1054;
export const NO_DATABASE = 1046;
export const LOCK_WAIT_TIMEOUT = 1205;

/** The server's error number, also where a library wrapped the error. */
export function errnoOf(error: unknown): number | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const { errno, sqlState } = at as { errno?: unknown; sqlState?: unknown };
    // Sockets have an errno too (negative), but no SQL state.
    if (typeof errno === "number" && errno > 0 && typeof sqlState === "string") return errno;
  }
  return undefined;
}

function isFatal(error: unknown): boolean {
  return error instanceof Error && (error as { fatal?: unknown }).fatal === true;
}
