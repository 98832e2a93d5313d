import { QueuegenError } from "@queuegen/model";
import type { DatabaseUrl } from "../database-url.js";

interface ServerError {
  readonly errno?: number;
  readonly code?: string;
  readonly fatal?: boolean;
  readonly sqlMessage?: string;
  readonly message?: string;
}

/** What the server refused, as something that the user can mend. Errors that are not the server's are given back unchanged. */
export function serverProblem(error: unknown, { place }: DatabaseUrl, otherwise: string = GENERAL): unknown {
  const { errno, code, fatal, sqlMessage, message = "" } = error as ServerError;
  if (error instanceof QueuegenError) return error;
  if (errno === undefined || sqlMessage === undefined) {
    if (fatal !== true && code !== "ECONNRESET" && code !== "EPIPE") return error;
    return problem(
      "database-connection",
      `the connection to ${place} was lost: ${message}`,
      "Run the command again: it goes on with what is left.",
      error,
    );
  }
  if (errno === 1146) {
    const table = /'(?:[^'.]+\.)?([^']+)' doesn't exist/.exec(sqlMessage)?.[1];
    return problem("table-missing", `the table "${table ?? "?"}" is not in the database`, MIGRATE, error);
  }
  return problem("statement-refused", `the server refuses it: ${sqlMessage}`, HINTS[errno] ?? otherwise, error);
}

const MIGRATE =
  "`queuegen migrate up` makes it. Where that finds nothing pending, the table was dropped or renamed since: restore it, or run the up.sql of its migration by hand.";
const GENERAL = "What was printed before is done; nothing else was changed.";
const READ_ONLY = "The server takes no writes: give the URL of the primary.";
const RIGHTS =
  "The commands that change something need SELECT, INSERT, UPDATE and DELETE on the queue's table and on the control table.";
const DIFFERS = "The table is not as the schema says: `queuegen migrate status` shows what is pending.";

const KEY = "An id was given that the key of this table cannot hold.";

const HINTS: Readonly<Record<number, string>> = {
  1054: DIFFERS,
  // Characters that the charset of a text key does not have.
  1267: KEY,
  1270: KEY,
  1271: KEY,
  3854: KEY,
  1176: DIFFERS,
  1142: RIGHTS,
  1143: RIGHTS,
  1044: RIGHTS,
  1205: "Somebody holds the row in a transaction for long: end that, or try again.",
  1213: "Try again: others write the same rows.",
  1290: READ_ONLY,
  1792: READ_ONLY,
  1836: READ_ONLY,
};

function problem(code: string, message: string, hint: string, cause: unknown): QueuegenError {
  return new QueuegenError([{ code, severity: "error", message, hint }], { cause });
}
