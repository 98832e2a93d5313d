import { createRequire } from "node:module";
import { join } from "node:path";
import type { QueuegenPlugin } from "@queuegen/eslint-plugin";
import * as parser from "@typescript-eslint/parser";
import { ESLint, type Linter } from "eslint";
import { ESLint as ESLint9 } from "eslint-9";

const dist = new URL("../../packages/eslint-plugin/dist/", import.meta.url);

/** The plugin as it is built. */
export const plugin: QueuegenPlugin = ((await import(new URL("index.js", dist).href)) as { default: QueuegenPlugin })
  .default;

/** The part of the plugin that needs the TypeScript compiler: the very module that it loads. */
export const compiler: { readCode: (...args: readonly unknown[]) => unknown } = createRequire(dist)("./compiler.cjs");

export const versions = ["9", "10"] as const;

export interface Options {
  readonly version?: (typeof versions)[number];
  readonly config?: Linter.Config;
  readonly fix?: boolean;
  readonly more?: readonly Linter.Config[];
}

/** A real ESLint in a folder: TypeScript files by typescript-eslint's parser, the others by its own. */
export function eslintIn(cwd: string, options: Options = {}): ESLint {
  const { version = "10", config = plugin.configs.recommended, fix = false, more = [] } = options;
  const Class = version === "9" ? (ESLint9 as unknown as typeof ESLint) : ESLint;
  const overrideConfig: Linter.Config[] = [
    { files: ["**/*.{ts,tsx,mts,cts}"], languageOptions: { parser } },
    { files: ["**/*.{js,mjs,cjs,jsx}"], languageOptions: { parserOptions: { ecmaFeatures: { jsx: true } } } },
    { files: ["**/*.cjs"], languageOptions: { sourceType: "commonjs" } },
    config,
    ...more,
  ];
  return new Class({ cwd, overrideConfigFile: true, overrideConfig, fix });
}

/** What ESLint says of a text under a file's name, relative to `cwd`. */
export async function messagesOf(
  eslint: ESLint,
  cwd: string,
  path: string,
  text: string,
): Promise<readonly Linter.LintMessage[]> {
  const [result] = await eslint.lintText(text, { filePath: join(cwd, path) });
  return result?.messages ?? [];
}

/** `line:column rule`, as ESLint prints it. */
export function brief(messages: readonly Linter.LintMessage[]): readonly string[] {
  return messages.map(
    ({ line, column, ruleId, message }) => `${line}:${column} ${ruleId?.replace("@queuegen/", "") ?? message}`,
  );
}
