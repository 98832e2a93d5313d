import { describe, expect, it } from "vitest";
import { DEFAULT_SETTINGS } from "../settings.js";
import { lintText, printed } from "./fixtures.js";

const MYSQL57 = { ...DEFAULT_SETTINGS, target: "mysql57" as const };

describe("no-functional-index-on-baseline", () => {
  it.each([
    [
      "an index on an expression",
      "CREATE TABLE job (id int PRIMARY KEY, status tinyint, claim_token varchar(32), claim_time int, KEY i (status, id), KEY f ((claim_time DIV 60)));",
    ],
    [
      "one that is added later, elsewhere: a warning",
      `CREATE TABLE orders (id int PRIMARY KEY, email varchar(100));
CREATE INDEX f ON orders ((LOWER(email)));`,
    ],
  ])("finds %s", async (_name, code) => {
    expect(await printed("no-functional-index-on-baseline", code, "x.sql", MYSQL57)).toMatchSnapshot();
  });

  it.each([
    "CREATE TABLE job (id int PRIMARY KEY, status tinyint, claim_token varchar(32), claim_time int, minute int AS (claim_time DIV 60) STORED, KEY i (status, id), KEY f (minute));",
    `CREATE TABLE job (id int PRIMARY KEY, status tinyint, claim_token varchar(32), claim_time int, KEY i (status, id), KEY f ((claim_time DIV 60)));
DROP INDEX f ON job;`,
    "CREATE TABLE orders (id int PRIMARY KEY, email varchar(100), KEY p (email(10)));",
  ])("finds nothing in %s", async (code) => {
    expect(await lintText(code, "x.sql", MYSQL57)).toEqual([]);
  });

  it("finds nothing where the program puts the column in, or where only new servers are meant", async () => {
    const table =
      "CREATE TABLE job (id int PRIMARY KEY, status tinyint, claim_token char(32), claim_time int, KEY i (status, id), KEY f (X))";
    expect(await lintText(`pool.query(\`${table.replace("X", `\${column}`)}\`);`, "x.ts", MYSQL57)).toEqual([]);
    const mysql80 = { ...DEFAULT_SETTINGS, target: "mysql80" as const };
    expect(await lintText(table.replace("X", "(claim_time + 1)"), "x.sql", mysql80)).toEqual([]);
  });
});
