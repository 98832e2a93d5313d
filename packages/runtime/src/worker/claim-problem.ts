import { errnoOf, NO_SUCH_COLUMN, NO_SUCH_TABLE } from "../sql/server-error.js";
import { describe } from "./log.js";

/** Why a queue cannot be claimed from, for an operator. */
export function claimProblem(queue: string | undefined, error: unknown): string {
  return `queue ${queue}: cannot claim: ${describe(error)}${schemaHint(error)}`;
}

/** What to do where the tables are not as the statements expect them; else empty. */
export function schemaHint(error: unknown): string {
  const errno = errnoOf(error);
  if (errno === NO_SUCH_TABLE) return ". Has `queuegen migrate up` been run here?";
  if (errno !== NO_SUCH_COLUMN) return "";
  return ". Has `queuegen migrate up` been run here? Where the application has changed its table, correct the schema";
}
