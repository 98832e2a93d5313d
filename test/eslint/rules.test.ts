import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { DEFAULT_SETTINGS, judge, META_RULES, needsWholeProject, RULES, readSource } from "@queuegen/lint";
import * as parser from "@typescript-eslint/parser";
import type { Linter } from "eslint";
import { describe, expect, test } from "vitest";
import { pagesBelow } from "../docs/pages.js";
import { brief, eslintIn, messagesOf, plugin, versions } from "./eslints.js";

const modules = Object.entries(plugin.rules ?? {});
const names = modules.map(([name]) => name);
/** What only all files of a project tell together. */
const missing = RULES.filter(({ meta }) => !names.includes(meta.name));

test("every rule about code is offered, and those that need the whole project are not", () => {
  expect(names).toEqual(expect.arrayContaining(["no-modulo-sharding", "no-lock-held-work", "unknown-rule"]));
  expect(missing.map(({ meta }) => meta.name)).toContain("require-status-id-index");
  expect(missing.every(needsWholeProject)).toBe(true);
});

test.each(modules)("%s says what it is about, and where its page is", (_name, module) => {
  const { meta } = module as {
    readonly meta: { readonly docs: { readonly description: string; readonly url: string } };
  };
  expect(meta.docs.description).not.toBe("");
  expect(existsSync(fileURLToPath(meta.docs.url))).toBe(true);
});

test("the configuration strict has every rule, and recommended no rule of hints", () => {
  const { recommended, strict } = plugin.configs;
  expect(Object.keys(strict.rules ?? {}).sort()).toEqual(names.map((name) => `@queuegen/${name}`).sort());
  const hints = RULES.filter(({ meta }) => meta.severity.queue === "info" && meta.severity.work === "off");
  for (const { meta } of hints) expect(Object.keys(recommended.rules ?? {})).not.toContain(`@queuegen/${meta.name}`);
  expect(recommended.rules).toMatchObject({ "@queuegen/no-order-by-rand": "error" });
});

const cwd = tmpdir();
const examples = pagesBelow("docs/rules/").flatMap(({ path, blocks }) =>
  blocks.filter(({ language }) => language === "ts").map(({ text, line }) => ({ place: `${path}:${line}`, text })),
);

test("there are examples", () => {
  expect(examples.length).toBeGreaterThan(20);
});

describe.each(versions)("in ESLint %s", (version) => {
  const eslint = eslintIn(cwd, { version, config: plugin.configs.strict });
  // What differs between the versions does not depend on the rule.
  const some = version === "9" ? examples.filter((_, index) => index % 8 === 0) : examples;

  test.each(some)("the example of $place has the findings that the command has", async ({ text }) => {
    const { facts } = await readSource("src/example.ts", text);
    const found = judge([facts], DEFAULT_SETTINGS)
      .findings.filter(({ code }) => names.includes(code))
      .map(({ at, end, code }) => [at.line, at.column, end.line, end.column, `@queuegen/${code}`]);
    const told = (await messagesOf(eslint, cwd, "src/example.ts", text)).filter(({ fatal }) => !fatal);
    expect(told.map((m) => [m.line, m.column, m.endLine, m.endColumn, m.ruleId])).toEqual(found);
    for (const changed of told.flatMap((message) => changesOf(message, text)))
      expect(() => parser.parseForESLint(changed, { range: true })).not.toThrow();
  });

  test.each(["js", "mjs", "cjs", "jsx", "ts", "tsx", "mts", "cts"])("a file of kind .%s is read", async (ending) => {
    const text = 'pool.query("SELECT id FROM task WHERE status = 0 ORDER BY RAND() LIMIT 1");\n';
    expect(brief(await messagesOf(eslint, cwd, `src/a.${ending}`, text))).toEqual(["1:59 no-order-by-rand"]);
  });

  test("a fix is made by --fix, a suggestion is not", async () => {
    const fixing = eslintIn(cwd, { version, config: plugin.configs.strict, fix: true });
    const text = `pool.query("UPDATE task SET status = 1, claim_token = ?, claim_time = ? WHERE id = ?", [token, now, id]);\n`;
    const [message] = await messagesOf(eslint, cwd, "src/a.ts", text);
    expect(message).toMatchObject({
      ruleId: "@queuegen/claim-needs-expected-status",
      fix: { text: expect.anything() },
    });
    const [result] = await fixing.lintText(text, { filePath: `${cwd}/src/a.ts` });
    expect(result?.output).toBe(text.replace("WHERE id = ?", "WHERE id = ? AND status = 0"));
  });
});

/** The text after its fix, and after each of its suggestions. */
function changesOf({ fix, suggestions = [] }: Linter.LintMessage, text: string): readonly string[] {
  return [...(fix ? [fix] : []), ...suggestions.map((each) => each.fix)].map(
    (change) => text.slice(0, change.range[0]) + change.text + text.slice(change.range[1]),
  );
}

test("of the rules about the linter itself those are offered that one file is enough for", () => {
  expect(Object.keys(META_RULES).filter((name) => names.includes(name))).toEqual([
    "unknown-rule",
    "suppression-needs-reason",
  ]);
});
