import { describe, expect, it } from "vitest";
import { applyEdits } from "../fix/apply.js";
import { lintText, printed } from "./fixtures.js";

describe("no-fire-and-forget-in-handler", () => {
  it.each([
    [
      "mail",
      'import type { NotifyHandler } from "../generated/notify/consumer.js";\nexport const handleNotify: NotifyHandler = async (job, ctx) => {\n  sendMail(job.payload);\n};',
    ],
    [
      "forEach",
      'import type { NotifyHandler } from "../generated/notify/consumer.js";\nexport const handleNotify: NotifyHandler = async (job, ctx) => {\n  job.payload.to.forEach(async (to) => {\n    await deliver(to);\n  });\n};',
    ],
    [
      "ctx.transaction",
      'import type { NotifyHandler } from "../generated/notify/consumer.js";\nexport const handleNotify: NotifyHandler = async (job, ctx) => {\n  ctx.transaction(async (trx) => {\n    await trx.query("UPDATE account SET n = n + 1 WHERE id = 1");\n  });\n};',
    ],
  ])("finds %s", async (_name, code) => {
    expect(await printed("no-fire-and-forget-in-handler", code)).toMatchSnapshot();
  });

  it.each([
    'import type { NotifyHandler } from "../generated/notify/consumer.js";\nexport const handleNotify: NotifyHandler = async (job, ctx) => {\n  await sendMail(job.payload);\n};',
    "import type { NotifyHandler } from \"../generated/notify/consumer.js\";\nexport const handleNotify: NotifyHandler = async (job, ctx) => {\n  void sendMail(job.payload);\n  fetch(job.payload.url).catch(() => {});\n  ctx.log.info('x');\n};",
    'import type { NotifyHandler } from "../generated/notify/consumer.js";\nexport const handleNotify: NotifyHandler = async (job, ctx) => {\n  return sendMail(job.payload);\n};',
  ])("finds nothing in %s", async (code) => {
    expect(await lintText(code)).toEqual([]);
  });

  it("suggests what mends it", async () => {
    const code =
      'import type { NotifyHandler } from "../generated/notify/consumer.js";\nexport const handleNotify: NotifyHandler = async (job) => {\n  sendMail(job.payload);\n};';
    const [finding] = await lintText(code);
    const [suggestion] = finding?.suggestions ?? [];
    const mended = applyEdits(code, suggestion?.edits ?? []);
    expect(mended).toContain("  await sendMail(job.payload);");
    expect(await lintText(mended)).toEqual([]);
  });
});
