import { anyTable } from "@queuegen/model";
import { modes } from "@queuegen/modes";
import { expect, test } from "vitest";
import { capitalize, printOptionTypes } from "./print-option-types.js";

test.each(modes)(
  "the types of mode $name are those of its option table (renew with vitest -u)",
  async ({ name, options }) => {
    const doc = `Options of mode ${name}. Printed from its option table: change that, then run mode-options.test.ts with -u.`;
    const types = printOptionTypes(`${capitalize(name)}QueueOptions`, doc, anyTable(options));
    const text = `import type { Duration } from "./duration.js";\n\n${types}`;
    await expect(text).toMatchFileSnapshot(`./${name}-queue-options.ts`);
  },
);
