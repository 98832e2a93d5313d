// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the code under test
import { describe, expect, it } from "vitest";
import { lintText, printed } from "./fixtures.js";

describe("claim-needs-expected-status", () => {
  it.each([
    [
      "by id alone",
      "pool.query('UPDATE job SET status = 1, claim_token = ?, claim_time = NOW() WHERE id = ?', [token, id]);",
    ],
    [
      "with an alternative",
      "pool.query('UPDATE job SET status = 1, claim_token = ?, claim_time = NOW() WHERE id = ? OR status = 0', [token, id]);",
    ],
  ])("finds %s", async (_name, code) => {
    expect(await printed("claim-needs-expected-status", code)).toMatchSnapshot();
  });

  it.each([
    "pool.query('UPDATE job SET status = 1, claim_token = ?, claim_time = NOW() WHERE id = ? AND status = 0', [token, id]);",
    "pool.query('UPDATE job SET claim_token = ?, claim_time = NOW() WHERE id = ? AND claim_token IS NULL', [token, id]);",
    "pool.query(`UPDATE job SET status = 1, claim_token = ?, claim_time = NOW() WHERE ${guards}`, [token]);",
    "pool.query('UPDATE job SET status = 1, claim_token = ?, claim_time = NOW() WHERE id IN (SELECT id FROM (SELECT id FROM job WHERE status = 0 ORDER BY id LIMIT 5) x)', [token]);",
    "pool.query('UPDATE orders SET status = 1 WHERE id = ?', [id]);",
  ])("finds nothing in %s", async (code) => {
    expect(await lintText(code)).toEqual([]);
  });
});
