import { describe, expect, it } from "vitest";
import { lintText, printed } from "./fixtures.js";

describe("online-ddl", () => {
  it.each([
    ["a new type", "ALTER TABLE job MODIFY claim_time bigint NULL;"],
    [
      "another name and a primary key",
      "ALTER TABLE job CHANGE claim_token claim_token varchar(64) NULL, DROP PRIMARY KEY;",
    ],
    [
      "an engine, on a table made by another statement before",
      `CREATE TABLE other (id int PRIMARY KEY, status tinyint, claim_token varchar(32), claim_time int, KEY i (status, id));
ALTER TABLE job ENGINE=InnoDB, MODIFY claim_time bigint;`,
    ],
  ])("finds %s", async (_name, code) => {
    expect(await printed("online-ddl", code, "x.sql")).toMatchSnapshot();
  });

  it.each([
    "ALTER TABLE job MODIFY claim_time bigint NULL, ALGORITHM=INPLACE, LOCK=NONE;",
    "ALTER TABLE job ADD COLUMN claim_time int NULL, ADD KEY i (status, id);",
    `CREATE TABLE job (id int PRIMARY KEY, status tinyint, claim_token varchar(32), claim_time int, KEY i (status, id));
ALTER TABLE job MODIFY claim_time bigint NULL;`,
    "ALTER TABLE orders MODIFY total bigint NULL;",
  ])("finds nothing in %s", async (code) => {
    expect(await lintText(code, "x.sql")).toEqual([]);
  });
});
