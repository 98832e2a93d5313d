import type { Finding } from "@queuegen/lint";
import type { Rule } from "eslint";
import type { LintedFile } from "../file/lint-file.js";
import { toLocation } from "../file/location.js";
import { messageOf } from "./message.js";

type Change = NonNullable<Finding["fix"]>;

/** Tells ESLint of a finding, with its fix and its suggestions. */
export function reportFinding(context: Rule.RuleContext, { source }: LintedFile, finding: Finding): void {
  const { sourceCode } = context;
  context.report({
    loc: {
      start: toLocation(finding.at, source, sourceCode),
      end: toLocation(finding.end, source, sourceCode),
    },
    messageId: "found",
    data: { text: messageOf(finding) },
    fix: finding.fix === undefined ? null : toFixer(finding.fix),
    suggest: (finding.suggestions ?? []).map((change) => ({
      messageId: "change",
      data: { title: change.title },
      fix: toFixer(change),
    })),
  });
}

function toFixer({ edits }: Change): (fixer: Rule.RuleFixer) => Rule.Fix[] {
  return (fixer) => edits.map(({ span, text }) => fixer.replaceTextRange([span.start, span.end], text));
}
