import { describe, expect, it } from "vitest";
import { lintText } from "../rules/fixtures.js";
import { DEFAULT_SETTINGS } from "../settings.js";

const BAD = 'pool.query("SELECT id FROM quote ORDER BY RAND()");';

async function codes(text: string, path?: string): Promise<string[]> {
  return (await lintText(text, path)).map(({ at, code }) => `${at.line} ${code}`);
}

describe("a suppression", () => {
  it.each([
    ["of the next line", `// queuegen-disable-next-line no-order-by-rand -- few rows\n${BAD}`],
    ["of its line", `${BAD} // queuegen-disable-line no-order-by-rand -- few rows`],
    ["of the file", `\n${BAD}\n/* queuegen-disable-file no-order-by-rand -- few rows */`],
    ["of a block", `// queuegen-disable no-order-by-rand -- few rows\n\n${BAD}\n// queuegen-enable no-order-by-rand`],
    ["of a block without an end", `// queuegen-disable no-order-by-rand -- few rows\n\n${BAD}`],
    ["of several rules", `${BAD} /* queuegen-disable-line no-order-by-rand, no-order-by-rand -- few rows */`],
    [
      "above a statement of several lines",
      `// queuegen-disable-next-line no-order-by-rand -- few rows\nconst x =\n  await ${BAD}`,
    ],
    [
      "inside the SQL text",
      "pool.query(`SELECT id\nFROM quote\n-- queuegen-disable-next-line no-order-by-rand -- few rows\nORDER BY RAND()`);",
    ],
  ])("%s silences the rule it names", async (_name, text) => {
    expect(await codes(text)).toEqual([]);
  });

  it("works in SQL files, in every kind of comment", async () => {
    const statement = "SELECT id FROM quote ORDER BY RAND();";
    expect(await codes(`-- queuegen-disable-next-line no-order-by-rand -- few rows\n${statement}`, "x.sql")).toEqual(
      [],
    );
    expect(await codes(`${statement} # queuegen-disable-line no-order-by-rand -- few rows`, "x.sql")).toEqual([]);
    expect(await codes(`${statement} /* queuegen-disable-line no-order-by-rand -- few rows */`, "x.sql")).toEqual([]);
  });

  it("silences neither other rules nor other lines", async () => {
    expect(await codes(`// queuegen-disable-next-line no-enum-status -- why\n${BAD}`)).toEqual([
      "1 unused-suppression",
      "2 no-order-by-rand",
    ]);
    expect(await codes(`// queuegen-disable-next-line no-order-by-rand -- why\n\n${BAD}`)).toEqual([
      "1 unused-suppression",
      "3 no-order-by-rand",
    ]);
    expect(
      await codes(`// queuegen-disable no-order-by-rand -- why\n// queuegen-enable no-order-by-rand\n${BAD}`),
    ).toEqual(["1 unused-suppression", "3 no-order-by-rand"]);
  });

  it("with a mistake in it silences nothing and says so", async () => {
    expect(await codes(`// queuegen-disable-file no-order-by-random -- why\n${BAD}`)).toEqual([
      "1 unknown-rule",
      "2 no-order-by-rand",
    ]);
    expect(await codes(`// queuegen-disable-file -- why\n${BAD}`)).toEqual(["1 unknown-rule", "2 no-order-by-rand"]);
    expect(await codes(`// queuegen-disable-nextline no-order-by-rand -- why\n${BAD}`)).toEqual([
      "1 unknown-rule",
      "2 no-order-by-rand",
    ]);
  });

  it("without a reason works and is reported", async () => {
    expect(await codes(`// queuegen-disable-next-line no-order-by-rand\n${BAD}`)).toEqual([
      "1 suppression-needs-reason",
    ]);
  });

  it("of a rule that is off is not unused", async () => {
    const settings = { ...DEFAULT_SETTINGS, rules: { "no-order-by-rand": "off" as const } };
    expect(await lintText(`${BAD} // queuegen-disable-line no-order-by-rand -- why`, "x.ts", settings)).toEqual([]);
  });

  it("suggests the rule that was meant", async () => {
    const [finding] = await lintText("// queuegen-disable-line no-order-by-random -- why");
    expect(finding?.hint).toBe("did you mean `no-order-by-rand`?");
  });
});
