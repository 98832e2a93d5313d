import { tableWords } from "../facts/scope.js";
import { takingOf } from "../facts/taking.js";
import type { Rule, RuleMeta } from "../rule.js";
import { QUERY, TAKES } from "./program-triggers.js";

const meta: RuleMeta = {
  name: "no-overlapping-interval",
  summary: "setInterval does not wait for the turn before: slow jobs pile up in one process without any limit.",
  severity: { queue: "warning", work: "warning", elsewhere: "off" },
  triggers: [[String.raw`\bsetinterval\s*\(|@interval\b`, TAKES, QUERY]],
};

export const noOverlappingInterval: Rule = {
  meta,
  loop: ({ source, loop, takes, inner, overlaps }, project) => {
    const taking = overlaps && takingOf([...takes, ...inner], project);
    if (overlaps === undefined || taking === undefined) return [];
    return [
      {
        at: { source, span: loop.head },
        outer: loop.whole,
        scope: taking.scope.kind,
        table: taking.scope.table,
        message: `a turn of this interval takes work from ${tableWords(taking.scope)} and waits for it, but the next turn does not wait: when jobs are slow, any number of turns runs at once.`,
        help: "loop and sleep when nothing was found, or let the function set its own next timer when it is done.",
        related: [
          { message: "work is taken here", at: { source, span: taking.take.span } },
          { message: `\`${overlaps.text}\` is waited for here`, at: { source, span: overlaps.span } },
        ],
      },
    ];
  },
};
