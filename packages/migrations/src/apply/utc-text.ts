/** `2026-03-01 12:00:00 UTC` */
export function utcText(epochMs: number): string {
  return new Date(epochMs).toISOString().replace("T", " ").replace(/\..*/, " UTC");
}
