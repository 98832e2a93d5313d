import { expect, test } from "vitest";
import { chart } from "./chart.js";

const flat = (value: number) => ({ median: value, min: value, max: value });

const report = (results: Parameters<typeof chart>[0]["results"]) =>
  chart({ id: "p1", title: "jobs/s of a <worker> & a loop", settings: "MariaDB", seconds: 1, results });

test("bars stand in proportion to what was measured, ours beside its reference", () => {
  const svg = report([
    { name: "batch 20", unit: "jobs/s", ours: flat(100), reference: flat(200), against: "loop" },
    { name: "batch 200", unit: "jobs/s", ours: flat(50), reference: flat(50), against: "loop" },
  ]);
  const widths = [...svg.matchAll(/width="([\d.]+)" height="18" fill="(#\w+)"/g)].map(([, width, fill]) => [
    fill,
    width,
  ]);
  expect(widths).toEqual([
    ["#2563eb", "175.0"],
    ["#94a3b8", "350.0"],
    ["#2563eb", "87.5"],
    ["#94a3b8", "87.5"],
  ]);
  expect(svg).toContain("batch 200: loop");
});

test("one measurement of ours against several rivals is one bar", () => {
  const ours = flat(300);
  const svg = report([
    { name: "one", unit: "jobs/s", ours, reference: flat(100), against: "one" },
    { name: "two", unit: "jobs/s", ours, reference: flat(200), against: "two" },
  ]);
  expect(svg.match(/#2563eb/g)).toHaveLength(1);
  expect(svg).toMatch(/>queuegen<.*>one<.*>two</s);
});

test("what XML reserves is escaped", () => {
  expect(report([])).toContain("<title>jobs/s of a &lt;worker&gt; &amp; a loop</title>");
});
