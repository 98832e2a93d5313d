import { describe, expect, it } from "vitest";
import type { Finding } from "../finding.js";
import { isBetter } from "./is-better.js";

function finding(code: string, fixable = true, file = "a.ts"): Finding {
  return {
    code,
    severity: "error",
    message: "",
    at: { file, line: 1, column: 1, length: 1, lineText: "" },
    end: { line: 1, column: 1 },
    outerLine: 1,
    ...(fixable ? { fix: { title: "", edits: [] } } : {}),
  };
}

describe("a fix is kept", () => {
  it("where its finding is gone", () => {
    expect(isBetter([finding("a"), finding("b")], [finding("b")], [finding("a")])).toBe(undefined);
  });
  it("where a milder finding comes to light", () => {
    expect(isBetter([finding("a")], [{ ...finding("b"), severity: "warning" }], [finding("a")])).toBe(undefined);
  });
  it("where a finding of the same rule stays that has no fix", () => {
    expect(isBetter([finding("a")], [finding("a", false)], [finding("a")])).toBe(undefined);
  });
});

describe("a fix is not kept", () => {
  it("where its finding stays, whatever another file has lost", () => {
    const elsewhere = finding("a", true, "b.ts");
    expect(isBetter([finding("a")], [finding("a")], [finding("a")])).toBe("the finding would stay");
    expect(isBetter([finding("a"), elsewhere], [finding("a")], [finding("a")])).toBe("the finding would stay");
  });
  it("where another rule finds something new", () => {
    expect(isBetter([finding("a")], [finding("b", false)], [finding("a")])).toBe("b would find something then");
  });
});
