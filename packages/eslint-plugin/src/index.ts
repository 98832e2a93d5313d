import type { ESLint, Linter } from "eslint";
import manifest from "../package.json" with { type: "json" };
import { PREFIX, recommendedRules, strictRules } from "./configs.js";
import { RULE_MODULES } from "./rules/index.js";

/** What `eslint.config.js` puts in: `plugin.configs.recommended`, or the plugin with rules of one's own choice. */
export interface QueuegenPlugin extends ESLint.Plugin {
  readonly configs: {
    /** What `queuegen lint` fails on, as errors; what it warns of on queues, as warnings. */
    readonly recommended: Linter.Config;
    /** Its warnings on other tables and its hints as well. */
    readonly strict: Linter.Config;
  };
}

const base: ESLint.Plugin = {
  meta: { name: "@queuegen/eslint-plugin", version: manifest.version, namespace: PREFIX },
  rules: { ...RULE_MODULES },
};

const configs: { recommended: Linter.Config; strict: Linter.Config } = {
  recommended: { name: "@queuegen/recommended", rules: recommendedRules() },
  strict: { name: "@queuegen/strict", rules: strictRules() },
};

const plugin: QueuegenPlugin = Object.assign(base, { configs });
// A configuration that names the plugin itself needs nothing else from its user.
for (const config of Object.values(configs)) config.plugins = { [PREFIX]: plugin };

export default plugin;
