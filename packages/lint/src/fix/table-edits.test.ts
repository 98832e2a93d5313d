// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the code under test
import { describe, expect, it } from "vitest";
import { lintText } from "../rules/fixtures.js";
import { applyEdits } from "./apply.js";

const TABLE =
  "CREATE TABLE job (\r\n  id int PRIMARY KEY, -- a, b\r\n  status tinyint NOT NULL DEFAULT 0,\r\n  claim_token varchar(32),\r\n  claim_time int COMMENT 'a, b)'\r\n) ENGINE=InnoDB;";
const KEY = "KEY idx_status_id (status, id)";

async function offers(text: string, path: string): Promise<{ fixed: string[]; suggested: string[] }> {
  const findings = await lintText(text, path);
  const fixed = findings.flatMap(({ fix }) => (fix === undefined ? [] : [applyEdits(text, fix.edits)]));
  const suggested = findings.flatMap(({ suggestions = [] }) => suggestions.map(({ edits }) => applyEdits(text, edits)));
  return { fixed, suggested };
}

describe("an entry is added to a CREATE TABLE", () => {
  it("on a line of its own in a file of the schema", async () => {
    expect(await offers(TABLE, "db/schema.sql")).toEqual({
      fixed: [TABLE.replace("'a, b)'", `'a, b)',\r\n  ${KEY}`)],
      suggested: [],
    });
  });

  it("on the same line where all of it is on one", async () => {
    const text = "CREATE TABLE job (id int PRIMARY KEY, status tinyint, claim_token varchar(32), claim_time int);";
    expect((await offers(text, "schema.sql")).fixed).toEqual([text.replace("int);", `int, ${KEY});`)]);
  });

  it.each(["db/migrations/x.sql", "sql/V2__job.sql", "20260131_job.sql", "003-job.sql"])(
    "never unasked in a migration: %s",
    async (path) => {
      const { fixed, suggested } = await offers(TABLE, path);
      expect({ fixed, count: suggested.length }).toEqual({ fixed: [], count: 1 });
    },
  );

  it("never unasked in a program, and not at all where its quotes cannot hold it", async () => {
    expect((await offers(`q(\`${TABLE}\`)`, "x.ts")).suggested).toEqual([
      `q(\`${TABLE.replace("'a, b)'", `'a, b)',\r\n  ${KEY}`)}\`)`,
    ]);
    expect(
      await offers(
        "q(`CREATE TABLE job (id int PRIMARY KEY, status tinyint, claim_token varchar(32), claim_time int${more})`)",
        "x.ts",
      ),
    ).toEqual({ fixed: [], suggested: [] });
  });

  it("not where another statement changes the table too", async () => {
    expect(await offers(`${TABLE}\nALTER TABLE job ADD note text;`, "schema.sql")).toEqual({
      fixed: [],
      suggested: [],
    });
  });

  it("as a column that is missing", async () => {
    const text =
      "CREATE TABLE job (\n\tid int PRIMARY KEY,\n\tstatus tinyint,\n\tclaim_token varchar(32),\n\tKEY s (status, id)\n);";
    expect((await offers(text, "schema.sql")).fixed).toEqual([
      text.replace("id)\n", "id),\n\tclaim_time int unsigned NULL\n"),
    ]);
  });
});

it("an ENUM becomes a number, its default as well, where somebody asks for it", async () => {
  const text =
    "CREATE TABLE job (id int PRIMARY KEY, status enum('a,b','c') NOT NULL DEFAULT 'c' COMMENT 'x', claim_token varchar(32), claim_time int, KEY s (status, id));";
  expect(await offers(text, "schema.sql")).toEqual({
    fixed: [],
    suggested: [text.replace("enum('a,b','c') NOT NULL DEFAULT 'c'", "tinyint unsigned NOT NULL DEFAULT 0")],
  });
});
