import { type META_RULES, needsWholeProject, RULES, type Rule } from "@queuegen/lint";

/** Rules that one file is enough for. What a table becomes after all migrations is not told by any one of them. */
export const OFFERED: readonly Rule[] = RULES.filter((rule) => !needsWholeProject(rule));

/** Whether a suppression is needed may depend on other files as well: the command tells. */
export const OFFERED_META: readonly (keyof typeof META_RULES)[] = ["unknown-rule", "suppression-needs-reason"];
