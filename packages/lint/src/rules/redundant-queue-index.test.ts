import { describe, expect, it } from "vitest";
import { lintText, printed } from "./fixtures.js";

describe("redundant-queue-index", () => {
  it.each([
    [
      "the status alone beside (status, id)",
      "CREATE TABLE job (id int PRIMARY KEY, status tinyint, claim_token varchar(32), claim_time int, KEY a (status), KEY i (status, id));",
    ],
    [
      "the same index twice",
      "CREATE TABLE job (id int PRIMARY KEY, status tinyint, claim_token varchar(32), claim_time int, KEY i (status, id), KEY j (status, id));",
    ],
    [
      "one that is added later",
      `CREATE TABLE job (id int PRIMARY KEY, status tinyint, claim_token varchar(32), claim_time int, KEY i (status, id));
CREATE INDEX a ON job (status);`,
    ],
  ])("finds %s", async (_name, code) => {
    expect(await printed("redundant-queue-index", code, "x.sql")).toMatchSnapshot();
  });

  it.each([
    "CREATE TABLE job (id int PRIMARY KEY, status tinyint, claim_token varchar(32), claim_time int, KEY i (status, id));",
    "CREATE TABLE job (id int PRIMARY KEY, status tinyint, claim_token varchar(32), claim_time int, priority int, KEY i (status, id), KEY p (status, priority, id));",
    `CREATE TABLE job (id int PRIMARY KEY, status tinyint, claim_token varchar(32), claim_time int, KEY a (status), KEY i (status, id));
ALTER TABLE job DROP INDEX a;`,
    "CREATE TABLE job (id int PRIMARY KEY, status tinyint, claim_token varchar(32), claim_time int, n int, UNIQUE KEY u (status, n), KEY i (status, id));",
    "CREATE TABLE orders (id int PRIMARY KEY, status tinyint, KEY a (status), KEY b (status, id));",
  ])("finds nothing in %s", async (code) => {
    expect(await lintText(code, "x.sql")).toEqual([]);
  });
});
