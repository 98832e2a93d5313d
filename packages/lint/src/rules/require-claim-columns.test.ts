import { describe, expect, it } from "vitest";
import { lintText, printed } from "./fixtures.js";

describe("require-claim-columns", () => {
  it.each([
    ["no time", "CREATE TABLE job (id int PRIMARY KEY, status int, claim_token varchar(32), KEY i (status, id));"],
    [
      "a short token and a time that is none",
      "CREATE TABLE job (id int PRIMARY KEY, status int, claim_token char(8), claim_time varchar(20), KEY i (status, id));",
    ],
  ])("finds %s", async (_name, code) => {
    expect(await printed("require-claim-columns", code, "x.sql")).toMatchSnapshot();
  });

  it.each([
    "CREATE TABLE job (id int PRIMARY KEY, status int, claim_token binary(16), claim_time datetime(3), KEY i (status, id));",
    "CREATE TABLE job (id int PRIMARY KEY, status int, claim_time timestamp, KEY i (status, id));",
  ])("finds nothing in %s", async (code) => {
    expect(await lintText(code, "x.sql")).toEqual([]);
  });
});
