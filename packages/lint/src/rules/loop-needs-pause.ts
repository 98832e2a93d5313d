import { tableWords } from "../facts/scope.js";
import { takingOf } from "../facts/taking.js";
import type { Rule, RuleMeta } from "../rule.js";
import { QUERY, TAKES } from "./program-triggers.js";

const meta: RuleMeta = {
  name: "loop-needs-pause",
  summary: "A loop that takes work waits where it has found nothing: else it asks the server as fast as it answers.",
  severity: { queue: "warning", work: "warning", elsewhere: "off" },
  triggers: [[String.raw`\bwhile\s*\(|\bfor\s*\([^;)]*;|\bdo\s*\{`, TAKES, QUERY]],
};

export const loopNeedsPause: Rule = {
  meta,
  loop: ({ source, loop, kind, takes, pauses }, project) => {
    const taking = kind === "loop" && !pauses ? takingOf(takes, project) : undefined;
    if (taking?.take.fact === undefined) return [];
    return [
      {
        at: { source, span: loop.head },
        outer: loop.head,
        scope: taking.scope.kind,
        table: taking.scope.table,
        message: `this loop asks ${tableWords(taking.scope)} again at once when nothing is waiting: an idle worker keeps a core and the server busy with thousands of looks a second.`,
        help: "sleep where nothing was found, longer each time up to a second or so: `if (rows.length === 0) await sleep(idle);`.",
        related: [{ message: "work is taken here", at: { source, span: taking.take.span } }],
      },
    ];
  },
};
