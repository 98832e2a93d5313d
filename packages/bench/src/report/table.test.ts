import { expect, test } from "vitest";
import { printTable } from "./table.js";

test("text stands left, numbers stand right", () => {
  expect(
    printTable(
      ["case", "jobs/s"],
      [
        ["batch 20", "4,174"],
        ["batch 1000", "25,431"],
      ],
    ),
  ).toBe(["case        jobs/s", "----------  ------", "batch 20     4,174", "batch 1000  25,431"].join("\n"));
});

test("a missing cell is empty and leaves no space at the end of its line", () => {
  expect(printTable(["a", "note"], [["1"]]).split("\n")[2]).toBe("1");
});

test("a cell with a line break is refused", () => {
  expect(() => printTable(["a"], [["x\ny"]])).toThrow("line break");
});
