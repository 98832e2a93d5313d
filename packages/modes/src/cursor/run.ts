/** The run face of mode cursor: what generated code of this mode builds on. */
export { ClaimReclaimer } from "../claim/run/reclaimer.js";
export type { ClaimStatements, ReclaimStatements } from "../claim/run/statements.js";
export { CursorConsumer } from "./run/consumer.js";
export type { CursorSpec, WalkSpec, WalkStatements } from "./run/spec.js";
