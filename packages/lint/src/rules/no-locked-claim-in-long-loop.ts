import type { HeldLoop, LockHold } from "../facts/code.js";
import { comparisons } from "../facts/columns.js";
import { knownValue } from "../facts/expression.js";
import { claimWords, scopeOf, tableWords } from "../facts/scope.js";
import { isByKey } from "../facts/work-shape.js";
import type { Rule, RuleMeta } from "../rule.js";
import type { Span } from "../source.js";
import { noLockHeldWork } from "./no-lock-held-work.js";

const meta: RuleMeta = {
  name: "no-locked-claim-in-long-loop",
  summary:
    "A loop under FOR UPDATE that writes row by row, or locks more with every turn, keeps its locks for the whole loop.",
  severity: { queue: "error", work: "error", elsewhere: "warning" },
  triggers: noLockHeldWork.meta.triggers,
};

/** So many single-row writes take some milliseconds: not a long loop. */
const SHORT = 20;

export const noLockedClaimInLongLoop: Rule = {
  meta,
  hold: (hold, project) => {
    const { read } = hold;
    const byKey = comparisons(read.statement.where).some(isByKey);
    const found = hold.loops.find((one) => isLong(one, hold));
    if (found === undefined || byKey) return [];
    const { kind, loop, statement } = found;
    const scope = scopeOf(read.statement, project);
    if (kind === "locks" && scope.kind === "elsewhere") return [];
    const place = (span: Span) => ({ source: read.source, span });
    return [
      {
        at: place(loop.head),
        outer: loop.head,
        scope: scope.kind,
        table: scope.table,
        message:
          kind === "locks"
            ? `every turn of this loop locks more rows of ${tableWords(scope)}, and none is free before the transaction ends after the loop.`
            : `this loop writes row by row while its rows of ${tableWords(scope)} are locked: other workers wait for all of it.`,
        help:
          scope.kind === "elsewhere"
            ? "write all rows in one statement, or commit after each small batch."
            : `claim the batch in one statement (${claimWords(scope)}), commit, then loop without a lock.`,
        related: [
          { message: "lock taken here", at: place(read.statement.lock?.span ?? read.statement.span) },
          ...(kind === "writes" ? [{ message: "one statement for each row here", at: place(statement) }] : []),
        ],
      },
    ];
  },
};

/** One row is no loop, a short batch no long one, unless each turn also waits for something slow. */
function isLong({ kind, loop }: HeldLoop, { read, work }: LockHold): boolean {
  const limit = read.statement.limit && knownValue(read.statement.limit.count);
  if (kind !== "writes" || typeof limit !== "number" || limit > SHORT) return true;
  const isSlow = work.some(
    ({ span, speed }) => speed === "slow" && span.start > loop.whole.start && span.end <= loop.whole.end,
  );
  return limit > 1 && isSlow;
}
