import { createHash } from "node:crypto";
import type { Finding } from "../finding.js";
import { type Identity, identityOf } from "../identity.js";

/** A known finding, as the baseline file keeps it. Found again by `id` alone; the rest is for people. */
export interface BaselineEntry {
  readonly rule: string;
  /** Where it was last seen: relative to the project's root, forward slashes. */
  readonly file: string;
  /** Empty outside of all functions. */
  readonly function: string;
  /** Empty where it is about no table. */
  readonly table: string;
  /** The beginning of the statement. */
  readonly statement: string;
  /** Digest of rule, function, table and the whole statement. */
  readonly id: string;
}

/** UTF-16 units of a statement that are shown. */
const SHOWN = 160;

export function entryOf(finding: Finding, file: string): BaselineEntry {
  const identity = identityOf(finding);
  return {
    rule: identity.rule,
    file,
    function: identity.within,
    table: identity.table,
    statement: shortened(identity.statement),
    id: idOf(identity),
  };
}

function idOf({ rule, within, table, statement }: Identity): string {
  const whole = JSON.stringify([rule, within, table, statement]);
  return createHash("sha256").update(whole).digest("hex").slice(0, 16);
}

/** Never half a character. */
function shortened(text: string): string {
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN - 3).replace(/[\uD800-\uDBFF]$/, "")}...`;
}
