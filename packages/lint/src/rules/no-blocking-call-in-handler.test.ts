import { describe, expect, it } from "vitest";
import { lintText, printed } from "./fixtures.js";

describe("no-blocking-call-in-handler", () => {
  it.each([
    [
      "execSync",
      'import type { NotifyHandler } from "../generated/notify/consumer.js";\nexport const handleNotify: NotifyHandler = async (job, ctx) => {\n  execSync("convert a.png b.jpg");\n};',
    ],
  ])("finds %s", async (_name, code) => {
    expect(await printed("no-blocking-call-in-handler", code)).toMatchSnapshot();
  });

  it.each([
    'import type { NotifyHandler } from "../generated/notify/consumer.js";\nexport const handleNotify: NotifyHandler = async (job, ctx) => {\n  await run("convert", ["a.png", "b.jpg"]);\n};',
    'execSync("make");\nimport type { NotifyHandler } from "../generated/notify/consumer.js";\nexport const handleNotify: NotifyHandler = async (job, ctx) => {\n  await deliver(job);\n};',
  ])("finds nothing in %s", async (code) => {
    expect(await lintText(code)).toEqual([]);
  });
});
