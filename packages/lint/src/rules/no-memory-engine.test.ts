import { describe, expect, it } from "vitest";
import { lintText, printed } from "./fixtures.js";

describe("no-memory-engine", () => {
  it.each([
    [
      "MEMORY",
      "CREATE TABLE job (id int PRIMARY KEY, status tinyint, claim_token varchar(32), claim_time int, KEY i (status, id)) ENGINE = MEMORY DEFAULT CHARSET=utf8mb4;",
    ],
    [
      "MyISAM: a warning",
      "CREATE TABLE job (id int PRIMARY KEY, status tinyint, claim_token varchar(32), claim_time int, KEY i (status, id)) ENGINE=MyISAM;",
    ],
    [
      "an engine that is set later",
      `CREATE TABLE job (id int PRIMARY KEY, status tinyint, claim_token varchar(32), claim_time int, KEY i (status, id)) ENGINE=InnoDB;
ALTER TABLE job ENGINE=HEAP, ALGORITHM=COPY;`,
    ],
  ])("finds %s", async (_name, code) => {
    expect(await printed("no-memory-engine", code, "x.sql")).toMatchSnapshot();
  });

  it.each([
    "CREATE TABLE job (id int PRIMARY KEY, status tinyint, claim_token varchar(32), claim_time int, KEY i (status, id)) ENGINE=InnoDB;",
    "CREATE TABLE job (id int PRIMARY KEY, status tinyint, claim_token varchar(32), claim_time int, KEY i (status, id));",
    `CREATE TABLE job (id int PRIMARY KEY, status tinyint, claim_token varchar(32), claim_time int, KEY i (status, id)) ENGINE=MEMORY;
ALTER TABLE job ENGINE=InnoDB, ALGORITHM=COPY;`,
    "CREATE TABLE cache (id int PRIMARY KEY, status tinyint) ENGINE=MEMORY;",
  ])("finds nothing in %s", async (code) => {
    expect(await lintText(code, "x.sql")).toEqual([]);
  });
});
