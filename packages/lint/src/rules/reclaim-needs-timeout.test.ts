import { describe, expect, it } from "vitest";
import { lintText, printed } from "./fixtures.js";

describe("reclaim-needs-timeout", () => {
  it.each([
    ["all rows in work", "pool.query('UPDATE job SET status = 0, claim_token = NULL WHERE status = 1');"],
    [
      "one row by id: a warning",
      "pool.query('UPDATE job SET status = 0, claim_token = NULL WHERE status = 1 AND id = ?', [id]);",
    ],
  ])("finds %s", async (_name, code) => {
    expect(await printed("reclaim-needs-timeout", code)).toMatchSnapshot();
  });

  it.each([
    "pool.query('UPDATE job SET status = 0, claim_token = NULL WHERE status = 1 AND id IN (?) AND claim_time < ?', [ids, old]);",
    "pool.query('UPDATE job SET status = 0, claim_token = NULL WHERE id = ? AND status = 1 AND claim_token = ?', [id, token]);",
    "pool.query('UPDATE job SET status = 0, claim_token = NULL WHERE id = ? AND status = 3', [id]);",
  ])("finds nothing in %s", async (code) => {
    expect(await lintText(code)).toEqual([]);
  });
});
