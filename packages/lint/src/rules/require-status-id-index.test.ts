import { describe, expect, it } from "vitest";
import { lintText, printed } from "./fixtures.js";

describe("require-status-id-index", () => {
  it.each([
    ["no index", "CREATE TABLE job (id int PRIMARY KEY, status tinyint, claim_token varchar(32), claim_time int);"],
    [
      "an invisible one",
      "CREATE TABLE job (id int PRIMARY KEY, status tinyint, claim_token varchar(32), claim_time int, KEY i (status, id) INVISIBLE);",
    ],
    [
      "one that is dropped later",
      `CREATE TABLE job (id int PRIMARY KEY, status tinyint, claim_token varchar(32), claim_time int, KEY i (status, id));
ALTER TABLE job DROP INDEX i;`,
    ],
    [
      "the status alone: a hint",
      "CREATE TABLE job (id int PRIMARY KEY, status tinyint, claim_token varchar(32), claim_time int, KEY i (status));",
    ],
  ])("finds %s", async (_name, code) => {
    expect(await printed("require-status-id-index", code, "x.sql")).toMatchSnapshot();
  });

  it.each([
    "CREATE TABLE job (id int PRIMARY KEY, status tinyint, claim_token varchar(32), claim_time int, KEY i (status, id));",
    `CREATE TABLE job (id int PRIMARY KEY, status tinyint, claim_token varchar(32), claim_time int);
CREATE INDEX i ON job (status, priority, id);`,
    "CREATE TABLE orders (id int PRIMARY KEY, status tinyint);",
    "ALTER TABLE job ADD COLUMN claim_token varchar(32), ADD COLUMN claim_time int;",
  ])("finds nothing in %s", async (code) => {
    expect(await lintText(code, "x.sql")).toEqual([]);
  });
});
