import { tmpdir } from "node:os";
import { describe, expect, test } from "vitest";
import { brief, eslintIn, messagesOf, plugin, versions } from "./eslints.js";

const cwd = tmpdir();
const RAND = 'pool.query("SELECT id FROM task WHERE status = 0 ORDER BY RAND() LIMIT 1");\n';
const OURS = "// queuegen-disable-next-line no-order-by-rand -- a hundred rows\n";
const THEIRS = "// eslint-disable-next-line @queuegen/no-order-by-rand -- a hundred rows\n";

describe.each(versions)("in ESLint %s", (version) => {
  const eslint = eslintIn(cwd, {
    version,
    config: plugin.configs.strict,
    more: [{ linterOptions: { reportUnusedDisableDirectives: "error" } }],
  });
  const told = async (text: string): Promise<readonly string[]> =>
    brief(await messagesOf(eslint, cwd, "src/a.ts", text));

  test("a suppression of ours silences", async () => {
    expect(await told(OURS + RAND)).toEqual([]);
  });

  test("a suppression of ESLint's silences, and counts as used", async () => {
    expect(await told(THEIRS + RAND)).toEqual([]);
  });

  test("an unused one of ESLint's is told once, by ESLint", async () => {
    expect(await told(`${THEIRS}pool.end();\n`)).toEqual([expect.stringContaining("Unused eslint-disable")]);
  });

  test("an unused one of ours is left to the command, which knows the whole project", async () => {
    expect(await told(`${OURS}pool.end();\n`)).toEqual([]);
  });

  test("of both above one line the one of ours silences, and the other is told once", async () => {
    expect(await told(`${THEIRS}${RAND.trim()} // queuegen-disable-line no-order-by-rand -- few\n`)).toEqual([
      expect.stringContaining("Unused eslint-disable"),
    ]);
  });

  test("a suppression that names no rule, or gives no reason, is told", async () => {
    expect(await told(OURS.replace("rand", "rend") + RAND)).toEqual(["1:31 unknown-rule", "2:59 no-order-by-rand"]);
    expect(await told(OURS.replace(/ --.*/, "") + RAND)).toEqual(["1:1 suppression-needs-reason"]);
  });
});
