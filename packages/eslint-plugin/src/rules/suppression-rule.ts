import { META_RULES } from "@queuegen/lint";
import type { Rule } from "eslint";
import { lintFile } from "../file/lint-file.js";
import { reportFinding } from "./report-finding.js";
import { ruleMeta } from "./rule-meta.js";

/** A rule about the linter's own suppression comments. */
export function suppressionRule(name: keyof typeof META_RULES): Rule.RuleModule {
  return {
    meta: { ...ruleMeta(name, META_RULES[name], true), type: "suggestion" },
    create: (context) => ({
      Program() {
        const file = lintFile(context);
        for (const finding of file.findings) if (finding.code === name) reportFinding(context, file, finding);
      },
    }),
  };
}
