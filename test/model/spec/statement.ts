import type { Rows, Statement, Token, Verb } from "./state.js";

/** attempts <= 65535: no condition. */
export const ANY_ATTEMPTS = 99;

export function statement(verb: Verb, rows: Rows, values: Partial<Statement> = {}): Statement {
  return { verb, rows, tokens: NO_TOKENS, seen: ANY_ATTEMPTS, running: 0, delay: 0, claim: null, ...values };
}

const NO_TOKENS: readonly Token[] = [];
