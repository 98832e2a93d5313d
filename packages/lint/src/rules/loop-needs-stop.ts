import { tableWords } from "../facts/scope.js";
import { takingOf } from "../facts/taking.js";
import type { Rule, RuleMeta } from "../rule.js";
import { ENDLESS, QUERY, TAKES } from "./program-triggers.js";

const meta: RuleMeta = {
  name: "loop-needs-stop",
  summary:
    "A loop that takes work looks at a signal, a flag or the time: else it only ends by being killed in the middle of a job.",
  severity: { queue: "warning", work: "warning", elsewhere: "off" },
  triggers: [[ENDLESS, TAKES, QUERY]],
};

export const loopNeedsStop: Rule = {
  meta,
  loop: ({ source, loop, kind, takes, inner, ends }, project) => {
    const taking = kind === "loop" && !ends ? takingOf([...takes, ...inner], project) : undefined;
    if (taking === undefined) return [];
    return [
      {
        at: { source, span: loop.head },
        outer: loop.head,
        scope: taking.scope.kind,
        table: taking.scope.table,
        message: `nothing ends this loop that takes work from ${tableWords(taking.scope)}: every deploy kills it in the middle of a job, whose row then hangs until its claim is too old.`,
        help: 'let it look at a signal or a flag between two jobs: `while (!stopping)`, with `process.once("SIGTERM", () => { stopping = true; })`.',
        related: [{ message: "work is taken here", at: { source, span: taking.take.span } }],
      },
    ];
  },
};
