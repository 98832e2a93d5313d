import { resolve } from "node:path";
import type { Finding } from "@queuegen/lint";
import { fromDiagnostic } from "@queuegen/lint";
import type { Diagnostic } from "@queuegen/model";
import type { Rule } from "eslint";
import { type LintedFile, lintFile } from "../file/lint-file.js";
import { relativePath } from "../file/relative-path.js";
import { reportFinding } from "./report-finding.js";
import { ruleMeta } from "./rule-meta.js";

/** What is wrong with a queue's declaration, where it stands; in other files, once, that the queues are not known. */
export const invalidDeclaration: Rule.RuleModule = {
  meta: ruleMeta(
    "invalid-declaration",
    "A queue declaration, or queuegen.json, that cannot be used; without it the other rules do not know the queues.",
    true,
    "../eslint",
  ),
  create: (context) => ({
    Program() {
      const file = lintFile(context);
      const { problems, root } = file.project;
      if (problems.length === 0) return;
      const here = relativePath(root, resolve(context.cwd, context.filename));
      const own = problems.filter(({ at }) => at?.file === here);
      for (const finding of own.flatMap((problem) => ownFinding(problem, file))) reportFinding(context, file, finding);
      const errors = problems.filter(({ severity, at }) => severity === "error" && at?.file !== here);
      if (own.length > 0 || errors.length === 0 || !file.read) return;
      context.report({ loc: { line: 1, column: 0 }, messageId: "found", data: { text: elsewhere(errors) } });
    },
  }),
};

function ownFinding(problem: Diagnostic, { project }: LintedFile): readonly Finding[] {
  const finding = fromDiagnostic(problem);
  if (finding === undefined || project.settings.rules[problem.code] === "off") return [];
  return [{ ...finding, message: `${problem.code}: ${problem.message}` }];
}

function elsewhere(errors: readonly Diagnostic[]): string {
  const [first] = errors;
  const place = first?.at === undefined ? "" : ` (${first.at.file}:${first.at.line}:${first.at.column})`;
  const more = errors.length > 1 ? `, and ${errors.length - 1} more` : "";
  return `Not all queues of the project are known, so findings may be missing here: ${first?.message}${place}${more}. \`npx queuegen check\` shows them.`;
}
