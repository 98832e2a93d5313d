import { describe, expect, it } from "vitest";
import { applyEdits } from "../fix/apply.js";
import { lintText, printed } from "./fixtures.js";

describe("no-swallowed-error-in-handler", () => {
  it.each([
    [
      "a catch that only logs",
      'import type { NotifyHandler } from "../generated/notify/consumer.js";\nexport const handleNotify: NotifyHandler = async (job, ctx) => {\n  try {\n    await deliver(job);\n  } catch (error) {\n    ctx.log.error(error);\n  }\n};',
    ],
  ])("finds %s", async (_name, code) => {
    expect(await printed("no-swallowed-error-in-handler", code)).toMatchSnapshot();
  });

  it.each([
    'import type { NotifyHandler } from "../generated/notify/consumer.js";\nexport const handleNotify: NotifyHandler = async (job, ctx) => {\n  try {\n    await deliver(job);\n  } catch (error) {\n    ctx.log.error(error);\n    throw error;\n  }\n};',
    'import type { NotifyHandler } from "../generated/notify/consumer.js";\nexport const handleNotify: NotifyHandler = async (job, ctx) => {\n  await deliver(job);\n  try {\n    await count(job);\n  } catch (error) {\n    ctx.log.warn(error);\n  }\n};',
    'import type { NotifyHandler } from "../generated/notify/consumer.js";\nexport const handleNotify: NotifyHandler = async (job, ctx) => {\n  try {\n    await deliver(job);\n  } catch (error) {\n    if (!isGone(error)) throw error;\n  }\n};',
  ])("finds nothing in %s", async (code) => {
    expect(await lintText(code)).toEqual([]);
  });

  it("suggests what mends it", async () => {
    const code =
      'import type { NotifyHandler } from "../generated/notify/consumer.js";\nexport const handleNotify: NotifyHandler = async (job) => {\n  try {\n    await deliver(job);\n  } catch (error) {\n    console.error(error);\n  }\n};';
    const [finding] = await lintText(code);
    const [suggestion] = finding?.suggestions ?? [];
    const mended = applyEdits(code, suggestion?.edits ?? []);
    expect(mended).toContain("    console.error(error);\n    throw error;\n  }");
    expect(await lintText(mended)).toEqual([]);
  });
});
