/** What the run faces of the modes build on. Not for users: it is bundled, never published as an entry. */
export { acquire, type CoreConnection, type CorePool, corePool } from "./client/mysql.js";
export * from "./codec/decode.js";
export * from "./column.js";
export * from "./errors.js";
export * from "./session/link.js";
export * from "./session/session.js";
export * from "./sql/retry-transient.js";
export * from "./sql/server-error.js";
export * from "./sql/statement.js";
export * from "./time/backoff.js";
export * from "./time/lease-clock.js";
export * from "./time/pause.js";
export * from "./worker/claimed.js";
export type { Handler, JobContext } from "./worker/context.js";
export { Dead, Release, RetryAfter } from "./worker/outcome.js";
export * from "./worker/source.js";
export { completeInTransaction } from "./worker/transaction.js";
