import { RULE_NAMES } from "@queuegen/lint";
import { QueuegenError, suggest } from "@queuegen/model";
import type { Config } from "../config.js";

/** Refuses levels for rules that do not exist: a misspelt "off" would leave the rule on. */
export async function checkLevels({ lint }: Config): Promise<void> {
  const named = [
    ...Object.keys(lint.rules).map((rule) => ({ rule, key: "lint.rules" })),
    ...Object.entries(lint.tables).flatMap(([table, rules]) =>
      Object.keys(rules).map((rule) => ({ rule, key: `lint.tables.${table}` })),
    ),
  ].filter(({ rule }) => !RULE_NAMES.includes(rule));
  if (named.length === 0) return;
  // What the schemas are advised of.
  const { ADVICE } = await import("@queuegen/modes");
  const names = [...RULE_NAMES, ...ADVICE];
  const unknown = named.filter(({ rule }) => !names.includes(rule));
  if (unknown.length === 0) return;
  throw new QueuegenError(
    unknown.map(({ rule, key }) => ({
      code: "config-invalid",
      severity: "error",
      message: `queuegen.json: "${key}" names a rule "${rule}" that does not exist.`,
      hint: suggest(rule, names),
    })),
  );
}
