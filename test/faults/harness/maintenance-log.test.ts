import { expect, test } from "vitest";
import { changeOvers } from "./maintenance-log.js";

test("a change of the process that reclaims is a time without one, until the new one has taken over", () => {
  const holds = [
    { holder: "a", at: 1_000 },
    { holder: "a", at: 2_000 },
    { holder: "b", at: 6_000 },
    { holder: "b", at: 7_000 },
  ];
  expect(changeOvers(holds)).toEqual([{ from: 2_000, to: 6_000 }]);
});

test("one process that goes on is no time without", () => {
  expect(
    changeOvers([
      { holder: "a", at: 1 },
      { holder: "a", at: 9_999 },
    ]),
  ).toEqual([]);
});
