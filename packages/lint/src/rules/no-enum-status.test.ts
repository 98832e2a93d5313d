import { describe, expect, it } from "vitest";
import { lintText, printed } from "./fixtures.js";

describe("no-enum-status", () => {
  it.each([
    [
      "an ENUM",
      "CREATE TABLE job (id int PRIMARY KEY, status enum('a','b'), claim_token varchar(32), claim_time int, KEY i (status, id));",
    ],
    [
      "a column changed later",
      `CREATE TABLE job (id int PRIMARY KEY, status int, claim_token varchar(32), claim_time int, KEY i (status, id));
ALTER TABLE job MODIFY status SET('a','b');`,
    ],
  ])("finds %s", async (_name, code) => {
    expect(await printed("no-enum-status", code, "x.sql")).toMatchSnapshot();
  });

  it.each([
    "CREATE TABLE job (id int PRIMARY KEY, status tinyint, kind enum('a'), claim_token varchar(32), claim_time int, KEY i (status, id));",
    "CREATE TABLE orders (id int PRIMARY KEY, status enum('a','b'));",
  ])("finds nothing in %s", async (code) => {
    expect(await lintText(code, "x.sql")).toEqual([]);
  });
});
