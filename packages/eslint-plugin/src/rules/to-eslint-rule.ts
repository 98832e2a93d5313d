import type { Level, Rule } from "@queuegen/lint";
import type { Rule as EslintRule } from "eslint";
import { lintFile } from "../file/lint-file.js";
import { fullLevel, leastLevel, reaches } from "./level.js";
import { reportFinding } from "./report-finding.js";
import { ruleMeta } from "./rule-meta.js";

const OPTIONS = {
  type: "object",
  additionalProperties: false,
  properties: {
    from: {
      enum: ["error", "warning", "info"],
      description: "Report what `queuegen lint` would print with this severity, or a higher one.",
    },
  },
} as const;

/** A rule of the linter as one of ESLint's. The file is linted by whichever rule comes first. */
export function toEslintRule({ meta }: Rule): EslintRule.RuleModule {
  return {
    meta: {
      ...ruleMeta(meta.name, meta.summary, isRecommended(fullLevel(meta))),
      schema: [OPTIONS],
      fixable: "code",
      hasSuggestions: true,
    },
    create: (context) => ({
      Program() {
        const file = lintFile(context);
        const option = context.options[0] as { readonly from?: Level } | undefined;
        const least = option?.from ?? leastLevel(meta, file.project.settings);
        for (const finding of file.findings) {
          if (finding.code === meta.name && reaches(finding.severity, least)) reportFinding(context, file, finding);
        }
      },
    }),
  };
}

/** Hints are for who asks for them. */
export function isRecommended(level: Level): boolean {
  return level === "error" || level === "warning";
}
