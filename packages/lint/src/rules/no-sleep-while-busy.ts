import { tableWords } from "../facts/scope.js";
import { takingOf } from "../facts/taking.js";
import type { Rule, RuleMeta } from "../rule.js";
import { QUERY, TAKES, TURNS } from "./program-triggers.js";

const SLEEPS = String.raw`\b(?:sleep|delay|wait|pause|settimeout)\w*\s*\(`;

const meta: RuleMeta = {
  name: "no-sleep-while-busy",
  summary: "A worker sleeps when it has found nothing, never between two batches.",
  severity: { queue: "warning", work: "warning", elsewhere: "off" },
  triggers: [[SLEEPS, TAKES, QUERY, TURNS]],
};

export const noSleepWhileBusy: Rule = {
  meta,
  loop: ({ source, loop, kind, takes, sleeps }, project) => {
    const [sleep] = sleeps;
    const taking = sleep && takingOf(takes, project);
    if (sleep === undefined || taking?.isPart !== true || kind === "interval") return [];
    const { scope, take } = taking;
    return [
      {
        at: { source, span: sleep.span },
        outer: sleep.span,
        scope: scope.kind,
        table: scope.table,
        message: sleep.inRows
          ? `\`${sleep.text}\` pauses after each row of ${tableWords(scope)}: the rows behind it are claimed and wait, and their lease runs.`
          : `\`${sleep.text}\` pauses after every batch of ${tableWords(scope)}, also while more is waiting: that bounds what this worker does to one batch a pause.`,
        help: sleep.inRows
          ? "take fewer rows at once; where another service sets the pace, let a rate limiter of that service's client do it."
          : "sleep only where nothing was found: `if (rows.length === 0) await sleep(1000);`.",
        related: [
          { message: "work is taken here", at: { source, span: take.span } },
          { message: "in this loop", at: { source, span: loop.head } },
        ],
      },
    ];
  },
};
