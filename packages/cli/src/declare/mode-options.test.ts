import { anyTable } from "@queuegen/model";
import { modes } from "@queuegen/modes";
import { expect, test } from "vitest";
import { printOptionTypes } from "./print-option-types.js";

test.each(modes)(
  "the types of mode $name are those of its option table (renew with vitest -u)",
  async ({ name, options }) => {
    const pascal = name.charAt(0).toUpperCase() + name.slice(1);
    const text = `import type { Duration } from "./duration.js";

/** Options of mode ${name}. Printed from its option table: change that, then run mode-options.test.ts with -u. */
export interface ${pascal}QueueOptions {
${printOptionTypes(anyTable(options), "  ")}}
`;
    await expect(text).toMatchFileSnapshot(`./${name}-queue-options.ts`);
  },
);
