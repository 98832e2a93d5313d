import { describe, expect, it } from "vitest";
import { lintText, printed } from "./fixtures.js";

describe("writeback-needs-guard", () => {
  it.each([
    ["no guard", "pool.query('UPDATE job SET status = 2, claim_token = NULL WHERE id = ?', [id]);"],
    [
      "the status alone: a warning",
      "pool.query('UPDATE job SET status = ?, claim_token = NULL WHERE id = ? AND status = 1', [2, id]);",
    ],
    [
      "names instead of numbers",
      "pool.query(\"UPDATE job SET status = 'done', claim_token = NULL WHERE id = ?\", [id]);",
    ],
  ])("finds %s", async (_name, code) => {
    expect(await printed("writeback-needs-guard", code)).toMatchSnapshot();
  });

  it.each([
    "pool.query('UPDATE job SET status = 2 WHERE id = ? AND status = 1 AND claim_token = ?', [id, token]);",
    "pool.query('UPDATE job SET status = 3, claim_token = NULL WHERE id = ? AND status = 0', [id]);",
    "pool.query('UPDATE job SET status = ?, claim_token = NULL WHERE id = ?', [next, id]);",
  ])("finds nothing in %s", async (code) => {
    expect(await lintText(code)).toEqual([]);
  });
});
