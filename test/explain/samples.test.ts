import type { QueueModel } from "@queuegen/model";
import { describe, expect, it } from "vitest";
import { explainedStatements } from "../../packages/cli/src/explain/explained-statement.js";
import { sampleValues } from "../../packages/cli/src/explain/samples.js";
import { NOTIFY } from "../../packages/migrations/src/fixtures.js";

const WITH_DEDUPE: QueueModel = {
  ...NOTIFY,
  fields: { ...NOTIFY.fields, dedupe_key: "dedupe_key" },
  options: { ...NOTIFY.options, dedupe: true },
};

describe("sampleValues", () => {
  it.each(explainedStatements(WITH_DEDUPE).map(({ name, sql }) => ({ name, sql })))(
    "has a value for each parameter of $name",
    ({ name, sql }) => {
      const wanted = [...sql.matchAll(/:([a-z_]+)/g)].map((match) => match[1]);
      expect(wanted).not.toEqual([]);
      expect(Object.keys(sampleValues(name, [1n, 2n]))).toEqual(expect.arrayContaining(wanted));
    },
  );
});
