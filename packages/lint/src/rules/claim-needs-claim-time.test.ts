import { describe, expect, it } from "vitest";
import { lintText, printed } from "./fixtures.js";

describe("claim-needs-claim-time", () => {
  it.each([
    [
      "token only",
      "pool.query('UPDATE job SET status = 1, claim_token = ? WHERE id IN (?) AND status = 0', [token, ids]);",
    ],
  ])("finds %s", async (_name, code) => {
    expect(await printed("claim-needs-claim-time", code)).toMatchSnapshot();
  });

  it.each([
    "pool.query('UPDATE job SET status = 1, claim_token = ?, claim_time = ? WHERE id IN (?) AND status = 0', [token, now, ids]);",
    "pool.query('UPDATE job SET status = 0, claim_token = NULL WHERE id = ? AND claim_token = ?', [id, token]);",
  ])("finds nothing in %s", async (code) => {
    expect(await lintText(code)).toEqual([]);
  });
});
