import { expect, test } from "vitest";
import { DueShare } from "./due-share.js";

test("due rows get half of a claim", () => {
  expect(new DueShare().quota(20, 0)).toBe(10);
});

test("of claims of one row they get every other one", () => {
  const share = new DueShare();
  const quotas = [0, 1, 2, 3].map((now) => share.quota(1, now));
  expect(quotas).toEqual([1, 0, 1, 0]);
});

test("while nothing is due, looks for it keep a distance", () => {
  const share = new DueShare();
  share.looked(0, 10, 100);
  expect(share.quota(20, 109)).toBe(0);
  expect(share.quota(20, 110)).toBe(10);
});

test("while there is more than the share, every claim looks", () => {
  const share = new DueShare();
  share.looked(10, 10, 100);
  expect(share.quota(20, 101)).toBe(10);
});

test("a poll that saw due rows ends the distance", () => {
  const share = new DueShare();
  share.looked(0, 10, 100);
  share.hasDue();
  expect(share.quota(20, 101)).toBe(10);
});
