import { describe, expect, it } from "vitest";
import { lintText, printed } from "./fixtures.js";

describe("reselect-needs-id", () => {
  it.each([
    ["by token alone", "pool.query('SELECT * FROM job WHERE claim_token = ?', [token]);"],
    ["a write by token alone", "pool.query('UPDATE job SET note = 1 WHERE claim_token = ?', [token]);"],
  ])("finds %s", async (_name, code) => {
    expect(await printed("reselect-needs-id", code)).toMatchSnapshot();
  });

  it.each([
    "pool.query('SELECT * FROM job WHERE id IN (?) AND claim_token = ?', [ids, token]);",
    "pool.query('SELECT id FROM job WHERE status = 1 AND claim_token = ?', [token]);",
  ])("finds nothing in %s", async (code) => {
    expect(await lintText(code)).toEqual([]);
  });
});
