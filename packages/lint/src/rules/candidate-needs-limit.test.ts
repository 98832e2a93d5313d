import { describe, expect, it } from "vitest";
import { lintText, printed } from "./fixtures.js";

describe("candidate-needs-limit", () => {
  it.each([["a look without a limit", "pool.query('SELECT id, claim_token FROM job WHERE status = 0 ORDER BY id');"]])(
    "finds %s",
    async (_name, code) => {
      expect(await printed("candidate-needs-limit", code)).toMatchSnapshot();
    },
  );

  it.each([
    "pool.query('SELECT id, claim_token FROM job WHERE status = 0 ORDER BY id LIMIT 10');",
    "pool.query('SELECT COUNT(claim_token) FROM job WHERE status = 0');",
    "pool.query('SELECT claim_token FROM job WHERE status = 0 AND id IN (?)', [ids]);",
    "pool.query('SELECT id FROM orders WHERE status = 0');",
  ])("finds nothing in %s", async (code) => {
    expect(await lintText(code)).toEqual([]);
  });
});
