import { describe, expect, it } from "vitest";
import { lintText, printed } from "./fixtures.js";

describe("retry-columns", () => {
  it.each([
    [
      "a count without a time",
      "CREATE TABLE job (id int PRIMARY KEY, status tinyint, claim_token varchar(32), claim_time int, retry_count int, KEY i (status, id));",
    ],
    [
      "a time without a count",
      "CREATE TABLE job (id int PRIMARY KEY, status tinyint, claim_token varchar(32), claim_time int, next_retry_time int, KEY i (status, id));",
    ],
    [
      "a time that is dropped later",
      `CREATE TABLE job (id int PRIMARY KEY, status tinyint, claim_token varchar(32), claim_time int, attempts int, run_at int, KEY i (status, id));
ALTER TABLE job DROP COLUMN run_at;`,
    ],
  ])("finds %s", async (_name, code) => {
    expect(await printed("retry-columns", code, "x.sql")).toMatchSnapshot();
  });

  it.each([
    "CREATE TABLE job (id int PRIMARY KEY, status tinyint, claim_token varchar(32), claim_time int, attempts int, run_at int, KEY i (status, id));",
    "CREATE TABLE job (id int PRIMARY KEY, status tinyint, claim_token varchar(32), claim_time int, run_at int, KEY i (status, id));",
    "CREATE TABLE job (id int PRIMARY KEY, status tinyint, claim_token varchar(32), claim_time int, KEY i (status, id));",
    `CREATE TABLE job (id int PRIMARY KEY, status tinyint, claim_token varchar(32), claim_time int, attempts int, KEY i (status, id));
ALTER TABLE job ADD COLUMN next_attempt_at datetime;`,
    "CREATE TABLE orders (id int PRIMARY KEY, status tinyint, attempts int);",
    "ALTER TABLE job ADD COLUMN claim_token varchar(32), ADD COLUMN claim_time int, ADD COLUMN attempts int;",
  ])("finds nothing in %s", async (code) => {
    expect(await lintText(code, "x.sql")).toEqual([]);
  });
});
