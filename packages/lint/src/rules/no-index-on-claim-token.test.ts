import { describe, expect, it } from "vitest";
import { lintText, printed } from "./fixtures.js";

describe("no-index-on-claim-token", () => {
  it.each([
    [
      "an index",
      "CREATE TABLE job (id int PRIMARY KEY, status tinyint, claim_token varchar(32), claim_time int, KEY i (status, id), KEY t (claim_token));",
    ],
    [
      "one that is added later",
      `CREATE TABLE job (id int PRIMARY KEY, status tinyint, claim_token varchar(32), claim_time int, KEY i (status, id));
ALTER TABLE job ADD INDEX t (claim_token, id);`,
    ],
  ])("finds %s", async (_name, code) => {
    expect(await printed("no-index-on-claim-token", code, "x.sql")).toMatchSnapshot();
  });

  it.each([
    "CREATE TABLE job (id int PRIMARY KEY, status tinyint, claim_token varchar(32), claim_time int, KEY i (status, id));",
    `CREATE TABLE job (id int PRIMARY KEY, status tinyint, claim_token varchar(32), claim_time int, KEY i (status, id), KEY t (claim_token));
DROP INDEX t ON job;`,
    "CREATE TABLE sessions (id int PRIMARY KEY, token varchar(32), KEY t (token));",
  ])("finds nothing in %s", async (code) => {
    expect(await lintText(code, "x.sql")).toEqual([]);
  });
});
