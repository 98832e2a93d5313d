import type { Call, Statement } from "../state.js";

/** A statement on its way. */
export function call(statement: Statement): Call {
  return { statement, spent: 0, matched: null, skipped: 0, won: 0 };
}
