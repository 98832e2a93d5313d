import { createHash } from "node:crypto";
import type { Finding } from "../finding.js";
import { identityOf } from "../identity.js";

/** 64 hexadecimal digits, the same wherever in its file the code stands. `seen` counts equal ones: each has its own. */
export function fingerprint(finding: Finding, seen: Map<string, number>): string {
  const { rule, table, within, statement } = identityOf(finding);
  const key = [rule, table, within, statement, finding.at.file].join("\0");
  const nth = seen.get(key) ?? 0;
  seen.set(key, nth + 1);
  return createHash("sha256").update(`${key}\0${nth}`).digest("hex");
}
