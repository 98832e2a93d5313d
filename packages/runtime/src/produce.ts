/** What the command line enqueues with. Not for users: it is bundled, never published as an entry. */
export { ConfigError, PayloadError } from "./errors.js";
export * from "./producer/enqueue.js";
