import { expect, test } from "vitest";
import { childrenTime, runCommand } from "./command.js";

test("the time of the children is user and system of the second line", () => {
  expect(childrenTime("0m0.001s 0m0.002s\n1m2.500s 0m0.250s\n")).toBe(62.75);
  expect(() => childrenTime("what?")).toThrow("not understood");
});

test("a command is charged for what it computes and for its memory, and its output is kept apart", async () => {
  const script = `
    const block = Buffer.alloc(100 * 2 ** 20, 1);
    const until = performance.now() + 200;
    while (performance.now() < until);
    console.log("out", block.length); console.error("err"); process.exit(3);`;
  const use = await runCommand([process.execPath, "-e", script]);
  expect(use).toMatchObject({ exitCode: 3, stdout: "out 104857600\n", stderr: "err\n" });
  expect(use.cpuSeconds).toBeGreaterThan(0.2);
  expect(use.seconds).toBeGreaterThan(0.2);
  if (process.platform === "linux") expect(use.peakRss).toBeGreaterThan(100 * 2 ** 20);
});
