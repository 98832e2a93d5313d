// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the code under test
import { tmpdir } from "node:os";
import type { Linter } from "eslint";
import { describe, expect, test } from "vitest";
import { eslintIn, messagesOf, versions } from "./eslints.js";

const cwd = tmpdir();
const SHARD = "id % ${n} = ${me}";
const STATEMENT = `pool.query(\`SELECT id FROM t WHERE status = 0 AND ${SHARD}\`);`;

/** The stretch of the text that a message marks; lines as ESLint counts them. */
function marked(text: string, message: Linter.LintMessage): string {
  const starts = [0, ...[...text.matchAll(/\r\n|[\r\n\u2028\u2029]/g)].map((end) => end.index + end[0].length)];
  const offset = (line = 0, column = 0): number => (starts[line - 1] ?? Number.NaN) + column - 1;
  return text.slice(offset(message.line, message.column), offset(message.endLine, message.endColumn));
}

describe.each(versions)("in ESLint %s a place is exact", (version) => {
  const eslint = eslintIn(cwd, { version });

  test.each([
    ["in plain text", STATEMENT],
    ["after a byte order mark", `\uFEFF${STATEMENT}`],
    ["with CRLF", `// a\r\n\r\n${STATEMENT}\r\n`],
    ["in a statement of several lines with CRLF", STATEMENT.replaceAll(" AND", "\r\n\tAND")],
    ["after characters beyond 16 bits", `/* \u{1F600} */ ${STATEMENT}`],
    ["after a lone CR and Unicode line separators", `// a\r// b\u2028// c\u2029${STATEMENT}`],
    ["after escapes", STATEMENT.replace("SELECT id", "SELECT '\\u{1F600}\\n', id")],
  ])("%s", async (_name, text) => {
    const messages = await messagesOf(eslint, cwd, "src/a.ts", text);
    expect(messages.map(({ ruleId }) => ruleId)).toEqual(["@queuegen/no-modulo-sharding"]);
    expect(messages.map((message) => marked(text.replace(/^\uFEFF/, ""), message))).toEqual([SHARD]);
  });

  test("over several lines", async () => {
    const text = STATEMENT.replace("% ${n}", "%\n  ${n}\n ");
    const [message] = await messagesOf(eslint, cwd, "src/a.ts", text);
    expect(message).toMatchObject({ line: 1, endLine: 3 });
    expect(marked(text, message!)).toBe("id %\n  ${n}\n  = ${me}");
  });
});
