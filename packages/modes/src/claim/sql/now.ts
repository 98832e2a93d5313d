import type { SqlStyle } from "./style.js";

/**
 * Now in epoch ms by the database's clock. UNIX_TIMESTAMP(NOW(3)) would be an hour wrong in the autumn hour of a session
 * with daylight saving time.
 */
export const NOW_MS = "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000";

export function nowMs(style: SqlStyle): string {
  return style.part("NOW_MS", NOW_MS);
}
