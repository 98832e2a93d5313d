export type StatementKind = "claim" | "start" | "heartbeat" | "complete" | "retry" | "dead" | "release" | "reclaim";

/** Tells the worker's statements apart by their text, for proxies and process lists. */
export const STATEMENT: Readonly<Record<StatementKind, RegExp>> = {
  claim: /^UPDATE\s[^;]*?\sSET status = 1\b/,
  start: /\sSET start_time = TIMESTAMPDIFF/,
  heartbeat: /\sSET start_time = IF\(/,
  complete: /\sSET status = 2\b/,
  retry: /\sSET status = IF\(attempts >= \d+, 3, 5\)/,
  dead: /\sSET status = 3, finish_time/,
  release: /\sSET status = 0, claim_token = NULL/,
  reclaim: /\sSET status = IF\(attempts >= \d+ AND start_time IS NOT NULL, 3, 0\)/,
};
