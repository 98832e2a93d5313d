import { describe, expect, it } from "vitest";
import { lintText, printed } from "./fixtures.js";

describe("no-range-reclaim", () => {
  it.each([
    [
      "by range",
      "pool.query('UPDATE job SET status = 0, claim_token = NULL WHERE status = 1 AND claim_time < ? LIMIT 100', [old]);",
    ],
  ])("finds %s", async (_name, code) => {
    expect(await printed("no-range-reclaim", code)).toMatchSnapshot();
  });

  it.each([
    "pool.query('UPDATE job SET status = 0, claim_token = NULL WHERE id IN (?) AND status = 1 AND claim_time < ?', [ids, old]);",
  ])("finds nothing in %s", async (code) => {
    expect(await lintText(code)).toEqual([]);
  });
});
