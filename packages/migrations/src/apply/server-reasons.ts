import { QueuegenError } from "@queuegen/model";
import { isConnectionLost, serverWords } from "./session.js";

const PRIVILEGES =
  "The user of the connection lacks a privilege; migrations need SELECT, INSERT, UPDATE, DELETE, CREATE, ALTER, DROP and INDEX on the database.";
const READ_ONLY = "The server is read-only, a replica perhaps: point the URL at the primary.";
const NOT_ONLINE =
  "The server could do this only with writes kept out. Take LOCK=NONE and ALGORITHM out of the statement if they may wait, or let gh-ost or pt-online-schema-change do it.";

/** What the commonest refusals of a healthy server mean, by their number. */
const REASONS: Readonly<Record<number, string>> = {
  1044: PRIVILEGES,
  1142: PRIVILEGES,
  1205: "Some transaction holds the table; `SHOW PROCESSLIST` shows which. `--lock-timeout` waits longer.",
  1290: READ_ONLY,
  1792: "The session is read-only: point the URL at the primary.",
  1836: READ_ONLY,
  1845: NOT_ONLINE,
  1846: NOT_ONLINE,
  // 64 in MySQL 8.0, 255 since 9.1.
  4092: "The table has had as many instant changes as the server keeps. Write ALGORITHM=INPLACE for ALGORITHM=INSTANT in the statement: the table is rebuilt beside writes.",
};

/** What to do about a server's error, where it is one that is known. */
export function reasonOf(error: unknown): string | undefined {
  return REASONS[(error as { errno?: number }).errno ?? 0];
}

/** Turns what the server says outside of a migration's own statements (locks, ledger, looks) into a `QueuegenError`. */
export async function withServerErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof QueuegenError || (error as { errno?: number; code?: string }).code === undefined) throw error;
    const lost = isConnectionLost(error);
    const diagnostic = {
      code: lost ? "migration-connection-lost" : "migration-failed",
      severity: "error",
      message: lost
        ? `the connection broke: ${serverWords(error)}`
        : `the server refused what the runner needs: ${serverWords(error)}`,
      hint: reasonOf(error) ?? "`queuegen migrate status` shows how far it came; run the same command again to go on.",
    } as const;
    throw new QueuegenError([diagnostic], { cause: error });
  }
}
