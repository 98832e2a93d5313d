import { claimWords, scopeOf } from "../facts/scope.js";
import { withInner } from "../facts/statement.js";
import type { Rule, RuleMeta } from "../rule.js";
import type { Source, Span } from "../source.js";

const meta: RuleMeta = {
  name: "no-skip-locked-on-baseline",
  summary: 'SKIP LOCKED and NOWAIT are syntax errors on MySQL 5.7, where that is the "target" of queuegen.json.',
  severity: { queue: "error", work: "error", elsewhere: "warning" },
  triggers: [String.raw`skip\s*_?locked`, String.raw`\bno_?wait\b`],
};

export const noSkipLockedOnBaseline: Rule = {
  meta,
  statement: ({ statement, source, outer }, project) => {
    if (project.target !== "mysql57") return [];
    return [...withInner(statement)].flatMap((one) => {
      const { lock } = one;
      // Words without a statement around them may be any text.
      if (lock === undefined || lock.wait === "wait" || one.tables.length === 0) return [];
      if (isForNewServers(source, one.span, lock.span)) return [];
      const scope = scopeOf(one, project);
      const words = lock.wait === "nowait" ? "NOWAIT" : "SKIP LOCKED";
      return [
        {
          at: { source, span: lock.span },
          outer,
          scope: scope.kind,
          table: scope.table,
          message: `\`${words}\` is a syntax error on MySQL 5.7, the "target" of queuegen.json.`,
          help:
            scope.kind === "elsewhere"
              ? 'set "target" to "mysql80" or "mariadb106" if all your servers are that new, else lock without it.'
              : `claim with ${claimWords(scope)}, which needs no lock; or set "target" to "mysql80" or "mariadb106" if all your servers are that new.`,
        },
      ];
    });
  },
};

/** Between the slashes of a `/*!80001 ... *\/` only newer servers read it. */
function isForNewServers({ text }: Source, statement: Span, lock: Span): boolean {
  const before = text.slice(statement.start, lock.start);
  return before.lastIndexOf("/*!") > before.lastIndexOf("*/");
}
