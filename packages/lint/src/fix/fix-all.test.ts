// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the code under test
import { describe, expect, it } from "vitest";
import { readSource } from "../read-source.js";
import { DEFAULT_SETTINGS } from "../settings.js";
import { type FixedFiles, fixAll } from "./fix-all.js";

async function fixed(...files: readonly (readonly [path: string, text: string])[]): Promise<FixedFiles> {
  const read = await Promise.all(files.map(([path, text]) => readSource(path, text)));
  return fixAll(
    read.map(({ facts }) => facts),
    DEFAULT_SETTINGS,
  );
}

const textOf = ({ changed }: FixedFiles): string | undefined => changed[0]?.after;

const CLAIM = "pool.query('UPDATE job SET status = 1, claim_token = ?, claim_time = 1 WHERE id = ?', [t, id]);";

describe("all safe fixes of a run are made", () => {
  it.each([
    [CLAIM, CLAIM.replace("id = ?", "id = ? AND status = 0")],
    [
      "pool.query(`UPDATE job SET status = 2, claim_token = NULL WHERE id = ${id}`);",
      "pool.query(`UPDATE job SET status = 2, claim_token = NULL WHERE id = ${id} AND status = 1`);",
    ],
    [
      "pool.query('SELECT id, claim_time FROM job WHERE status = 0 ORDER BY RAND() LIMIT 9');",
      "pool.query('SELECT id, claim_time FROM job WHERE status = 0 ORDER BY id LIMIT 9');",
    ],
  ])("%s", async (text, expected) => {
    const result = await fixed(["a.ts", text]);
    expect(textOf(result)).toBe(expected);
    expect(result.refused).toEqual([]);
    expect(result.judged.findings.filter(({ fix }) => fix !== undefined)).toEqual([]);
  });

  it("in several places and files at once, the rest of each file untouched", async () => {
    const text = `// ünïcode 😀 \r\n${CLAIM}\r\n\tconst n = 1;\r\n${CLAIM}\r\n`;
    const { changed, applied } = await fixed(["a.ts", text], ["b.js", text], ["c.ts", "export const x = 1;"]);
    const after = text.replaceAll("id = ?", "id = ? AND status = 0");
    expect(changed).toEqual([
      { path: "a.ts", before: text, after },
      { path: "b.js", before: text, after },
    ]);
    expect(applied).toHaveLength(4);
  });

  it("once where one text is run in two places", async () => {
    const text = `const claim = ${/'.*'/.exec(CLAIM)![0]};\npool.query(claim, [a, 1]);\npool.query(claim, [b, 2]);`;
    expect(textOf(await fixed(["a.ts", text]))).toBe(text.replace("id = ?", "id = ? AND status = 0"));
  });
});

describe("no fix is made", () => {
  it("in a file with a syntax error", async () => {
    const { changed, refused } = await fixed(["a.ts", `${CLAIM}\nconst = 1;`]);
    expect(changed).toEqual([]);
    expect(refused.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/^the file would not be readable: syntax error at 2:7/),
    ]);
  });

  it("of what was not selected", async () => {
    const { facts } = await readSource("a.ts", CLAIM);
    expect((await fixAll([facts], DEFAULT_SETTINGS, () => [])).changed).toEqual([]);
  });
});
