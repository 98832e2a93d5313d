import type { Rule } from "../rule.js";

/** True for a rule that only all files of a project together can satisfy: what a table is after all its migrations, for instance. */
export function needsWholeProject({ meta, table: _, ...checks }: Rule): boolean {
  return meta.wholeProject === true || Object.keys(checks).length === 0;
}
