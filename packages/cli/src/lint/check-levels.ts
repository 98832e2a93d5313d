import { RULE_NAMES } from "@queuegen/lint";
import { QueuegenError, suggest } from "@queuegen/model";
import { ADVICE } from "@queuegen/modes";
import type { Config } from "../config.js";

/** Rules, and what the schemas are advised of. */
const NAMES = [...RULE_NAMES, ...ADVICE];

/** Refuses levels for rules that do not exist: a misspelt "off" would leave the rule on. */
export function checkLevels({ lint }: Config): void {
  const named = [
    ...Object.keys(lint.rules).map((rule) => ({ rule, key: "lint.rules" })),
    ...Object.entries(lint.tables).flatMap(([table, rules]) =>
      Object.keys(rules).map((rule) => ({ rule, key: `lint.tables.${table}` })),
    ),
  ];
  const unknown = named.filter(({ rule }) => !NAMES.includes(rule));
  if (unknown.length === 0) return;
  throw new QueuegenError(
    unknown.map(({ rule, key }) => ({
      code: "config-invalid",
      severity: "error",
      message: `queuegen.json: "${key}" names a rule "${rule}" that does not exist.`,
      hint: suggest(rule, NAMES),
    })),
  );
}
