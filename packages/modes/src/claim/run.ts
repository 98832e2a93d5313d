/** The run face of mode claim: what generated code of this mode builds on. */
export { ClaimConsumer, type ClaimSpec } from "./run/consumer.js";
export { ClaimReclaimer, type ReclaimSpec } from "./run/reclaimer.js";
export type { ClaimStatements, ReclaimStatements } from "./run/statements.js";
