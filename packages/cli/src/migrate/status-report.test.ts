import type { MigrationState } from "@queuegen/migrations/apply";
import { describe, expect, it } from "vitest";
import { statusJson, statusText } from "./status-report.js";

const folder = { name: "", up: "", down: "", snapshot: { format: 1, queue: "", parent: null, tables: [] } } as const;
const APPLIED: MigrationState = { kind: "applied", name: "1_create_a", folder, appliedMs: 1_772_366_400_999 };
const PENDING: MigrationState = { kind: "pending", name: "2_create_order_timeout", folder };
const HALF: MigrationState = { kind: "half", name: "3_b", folder, direction: "up", done: 1, of: 2 };
const MISSING: MigrationState = { kind: "missing", name: "4_c" };

describe("statusText", () => {
  it("puts one line to a migration and says what is next", () => {
    expect(statusText("database", [APPLIED, PENDING, HALF])).toBe(
      [
        "database",
        "  applied  1_create_a              2026-03-01 12:00:00 UTC",
        "  pending  2_create_order_timeout",
        "  half     3_b                     1 of 2 statements applied",
        "2 pending: `queuegen migrate up` applies them.",
        "",
      ].join("\n"),
    );
  });

  it.each<[string, readonly MigrationState[]]>([
    ["All applied.", [APPLIED]],
    ["1 pending: `queuegen migrate up` applies it.", [APPLIED, PENDING]],
    ["1 cannot be trusted: restore the files from version control.", [MISSING, PENDING]],
    ["A revert broke off: `queuegen migrate down` finishes it.", [{ ...HALF, direction: "down" }, MISSING]],
  ])("ends with: %s", (words, states) => {
    expect(statusText("database", states).trimEnd().split("\n").at(-1)).toBe(words);
  });
});

describe("statusJson", () => {
  it("leaves the texts of the files out", () => {
    expect(JSON.parse(statusJson("app", [APPLIED, MISSING]))).toEqual({
      database: "app",
      migrations: [
        { kind: "applied", name: "1_create_a", appliedMs: 1_772_366_400_999 },
        { kind: "missing", name: "4_c" },
      ],
    });
  });
});
