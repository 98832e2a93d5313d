import { readFileSync } from "node:fs";
import { META_RULES, RULE_NAMES, RULES } from "@queuegen/lint";
import { QueuegenError, suggest } from "@queuegen/model";
import type { ExitCode } from "../command.js";
import type { Io } from "../io.js";

/** Prints the page of a rule, which the build puts beside this program; without a name, one line a rule. */
export function printRule(name: string, io: Io): ExitCode {
  if (name === "") {
    const all = [...RULES.map(({ meta }) => [meta.name, meta.summary] as const), ...Object.entries(META_RULES)];
    const width = Math.max(...all.map(([rule]) => rule.length));
    io.out(all.map(([rule, summary]) => `${rule.padEnd(width)}  ${summary}\n`).join(""));
    return 0;
  }
  if (!RULE_NAMES.includes(name)) {
    throw new QueuegenError([
      {
        code: "rule-unknown",
        severity: "error",
        message: `There is no rule "${name}".`,
        hint: suggest(name, RULE_NAMES, '`queuegen lint --doc ""` lists all rules.'),
      },
    ]);
  }
  io.out(readFileSync(new URL(`./rules/${name}.md`, import.meta.url), "utf8"));
  return 0;
}
