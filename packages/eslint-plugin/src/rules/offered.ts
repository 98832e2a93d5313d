import { META_RULES, RULES, type Rule } from "@queuegen/lint";

/** Rules that one file is enough for. What a table becomes after all migrations is not told by any one of them. */
export const OFFERED: readonly Rule[] = RULES.filter(isOffered);

function isOffered({ meta, table: _, ...checks }: Rule): boolean {
  return meta.wholeProject !== true && Object.keys(checks).length > 0;
}

/** Whether a suppression is needed may depend on other files as well: the command tells. */
export const OFFERED_META: readonly string[] = Object.keys(META_RULES).filter((name) => name !== "unused-suppression");
