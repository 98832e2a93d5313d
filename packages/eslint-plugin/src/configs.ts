import type { Linter } from "eslint";
import { fullLevel } from "./rules/level.js";
import { OFFERED, OFFERED_META } from "./rules/offered.js";
import { isRecommended } from "./rules/to-eslint-rule.js";

/** The name that rules have in a configuration: `@queuegen/no-order-by-rand`. */
export const PREFIX = "@queuegen";

type Rules = Record<string, Linter.RuleEntry>;

/** What `queuegen lint` fails on fails here, and what it warns of is warned of. */
export function recommendedRules(): Rules {
  const own = OFFERED.filter((rule) => isRecommended(fullLevel(rule.meta))).map(
    ({ meta }) => [meta.name, fullLevel(meta) === "error" ? "error" : "warn"] as const,
  );
  return prefixed([...own, ...others()]);
}

/** All that `queuegen lint` prints: its warnings on tables that are no queues, and its hints, too. */
export function strictRules(): Rules {
  const own = OFFERED.map(({ meta }): readonly [string, Linter.RuleEntry] => [
    meta.name,
    [fullLevel(meta) === "error" ? "error" : "warn", { from: "info" }],
  ]);
  return prefixed([...own, ...others()]);
}

function others(): readonly (readonly [string, Linter.RuleEntry])[] {
  return [...OFFERED_META.map((name) => [name, "warn"] as const), ["invalid-declaration", "error"]];
}

function prefixed(rules: readonly (readonly [string, Linter.RuleEntry])[]): Rules {
  return Object.fromEntries(rules.map(([name, entry]) => [`${PREFIX}/${name}`, entry]));
}
