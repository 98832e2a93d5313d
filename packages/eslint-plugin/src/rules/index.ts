import type { Rule } from "eslint";
import { invalidDeclaration } from "./invalid-declaration.js";
import { OFFERED, OFFERED_META } from "./offered.js";
import { suppressionRule } from "./suppression-rule.js";
import { toEslintRule } from "./to-eslint-rule.js";

/** Every rule, by its name without the plugin's. */
export const RULE_MODULES: Readonly<Record<string, Rule.RuleModule>> = Object.fromEntries([
  ...OFFERED.map((rule) => [rule.meta.name, toEslintRule(rule)] as const),
  ...OFFERED_META.map((name) => [name, suppressionRule(name)] as const),
  ["invalid-declaration", invalidDeclaration],
]);
