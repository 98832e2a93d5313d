/** Epoch ms by the database's clock. `UNIX_TIMESTAMP(NOW(3))` is an hour wrong in the autumn hour of a daylight saving zone. */
export const NOW_MS = "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000";
