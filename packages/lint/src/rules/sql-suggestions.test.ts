import { expect, it } from "vitest";
import { applyEdits } from "../fix/apply.js";
import { lintText } from "./fixtures.js";

const TABLE =
  "CREATE TABLE job (id int PRIMARY KEY, status tinyint, claim_token char(32), claim_time int, KEY i (status, id))";

it.each([
  [
    "candidate-order-by-id",
    "x.ts",
    "pool.query('SELECT id, claim_token FROM job WHERE status = 0 LIMIT 5');",
    "0 ORDER BY id LIMIT 5",
  ],
  [
    "candidate-order-by-id",
    "x.ts",
    "pool.query(`SELECT id, claim_token FROM job WHERE status = 0 ORDER BY LENGTH(a) LIMIT 5`);",
    "0 ORDER BY id LIMIT 5",
  ],
  [
    "id-bound-needs-index-hint",
    "x.sql",
    `${TABLE};\nSELECT id FROM job WHERE status = 0 AND id > 5 ORDER BY id LIMIT 5;`,
    "FROM job FORCE INDEX (i) WHERE",
  ],
  [
    "update-time-for-queued",
    "x.ts",
    "pool.query('UPDATE job SET status = 4 WHERE id = ? AND status = 0 AND claim_token IS NULL', [id]);",
    "4, claim_time = UNIX_TIMESTAMP() WHERE",
  ],
  ["no-memory-engine", "x.sql", `${TABLE} ENGINE=MEMORY;`, "ENGINE=InnoDB;"],
  ["online-ddl", "x.sql", "ALTER TABLE job MODIFY claim_time bigint;", "bigint, ALGORITHM=INPLACE, LOCK=NONE;"],
])("what %s offers in %s takes its finding away and brings no other", async (rule, path, text, expected) => {
  const [finding, ...others] = await lintText(text, path);
  expect(others).toEqual([]);
  expect(finding?.code).toBe(rule);
  const offered = finding?.fix ?? finding?.suggestions?.[0];
  const after = applyEdits(text, offered?.edits ?? []);
  expect(after).toContain(expected);
  expect(await lintText(after, path)).toEqual([]);
});
