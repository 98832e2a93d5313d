import type { HeldWork } from "../facts/code.js";
import { claimWords, scopeOf, tableWords } from "../facts/scope.js";
import type { Report, Rule, RuleMeta } from "../rule.js";

const meta: RuleMeta = {
  name: "no-lock-held-work",
  summary:
    "Work that is waited for between a locking read and the end of its transaction makes all other workers wait.",
  severity: { queue: "error", work: "error", elsewhere: "warning" },
  triggers: [
    String.raw`\bfor\s+(?:update|share)\b`,
    String.raw`\block\s+in\s+share\b`,
    String.raw`\bskip\s*_?locked\b`,
    String.raw`\bfor(?:update|share)\b`,
    "pessimistic_",
    String.raw`\block\s*:`,
    String.raw`\.for\(\s*['"](?:update|share)`,
  ],
};

export const noLockHeldWork: Rule = {
  meta,
  hold: ({ read, work }, project) => {
    const scope = scopeOf(read.statement, project);
    // On other tables only what is known to be slow counts: a helper that gets the transaction by other ways is no fault.
    const counted = scope.kind === "elsewhere" ? work.filter((one) => one.speed === "slow") : work;
    const first = counted.find((one) => one.speed === "slow") ?? counted[0];
    if (first === undefined) return [];
    const place = (span: HeldWork["span"]) => ({ source: read.source, span });
    const others = counted.filter((one) => one !== first).slice(0, 5);
    const report: Report = {
      at: place(first.span),
      outer: first.span,
      scope: scope.kind,
      table: scope.table,
      ...(scope.kind === "work" && !isSurelyWork(first) ? { severity: "warning" as const } : {}),
      message: `\`${first.text}\` is waited for while rows of ${tableWords(scope)} are locked: until it ends, whoever needs them stands still.`,
      help:
        scope.kind === "elsewhere"
          ? "commit first, then do the slow part; or do it before the transaction begins."
          : `claim in one short statement (${claimWords(scope)}), commit, then work without a lock.`,
      related: [
        { message: "lock taken here", at: place(read.statement.lock?.span ?? read.statement.span) },
        ...(first.inside === undefined
          ? []
          : [{ message: `\`${first.inside.text}\` runs here`, at: place(first.inside.span) }]),
        ...others.map((one) => ({ message: "also waited for here", at: place(one.span) })),
      ],
    };
    return [report];
  },
};

const WORK =
  /(?:^|\.)_?(?:process|handle|work|run|execute|perform|send|notify|deliver|publish|upload|download|fetch|call|sync|import|export|render|generate|convert|charge|pay|dispatch|consume|crawl|scrape|index|transform|encode|transcode|email|mail|push|post|request|submit|do|invoke|trigger|callback|on)(?:[A-Z_]\w*)?\(/;

/** What is called a worker's work, or known to be slow. A quick helper of unknown name is not worth an error. */
function isSurelyWork({ speed, text }: HeldWork): boolean {
  return speed === "slow" || WORK.test(text);
}
