import { describe, expect, it } from "vitest";
import { lintText, printed } from "./fixtures.js";

describe("no-due-filter-on-candidates", () => {
  it.each([
    [
      "a due time",
      "pool.query('SELECT id, claim_token FROM job WHERE status = 0 AND run_at <= NOW() ORDER BY id LIMIT 10');",
    ],
    [
      "or none",
      "pool.query('SELECT id, claim_token FROM job WHERE status = 0 AND (next_retry_time IS NULL OR next_retry_time < ?) ORDER BY id LIMIT 10', [now]);",
    ],
  ])("finds %s", async (_name, code) => {
    expect(await printed("no-due-filter-on-candidates", code)).toMatchSnapshot();
  });

  it.each([
    "pool.query('SELECT id, claim_token FROM job WHERE status = 5 AND run_at <= NOW() ORDER BY run_at LIMIT 10');",
    "pool.query('SELECT id, claim_token FROM job WHERE status = 0 AND create_time < NOW() ORDER BY id LIMIT 10');",
  ])("finds nothing in %s", async (code) => {
    expect(await lintText(code)).toEqual([]);
  });
});
