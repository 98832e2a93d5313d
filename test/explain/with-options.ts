import type { QueueModel } from "@queuegen/model";
import { column, NOTIFY } from "../../packages/migrations/src/fixtures.js";

/** The same queue with every option that changes a statement; its table serves both. */
export const WITH_OPTIONS: QueueModel = {
  ...NOTIFY,
  columns: [
    ...NOTIFY.columns,
    column("dedupe_key", { kind: "varchar", length: 191 }, { field: "dedupe_key", nullable: true }),
  ],
  indexes: [...NOTIFY.indexes, { name: "uniq_dedupe_key", columns: ["dedupe_key"], unique: true }],
  fields: { ...NOTIFY.fields, dedupe_key: "dedupe_key" },
  options: {
    ...NOTIFY.options,
    dedupe: true,
    claim: { ...NOTIFY.options.claim, skipLocked: true },
    retry: { ...NOTIFY.options.retry, attempts: 0 },
    retention: { onSuccess: "delete", done: null, dead: null, once: null, runLog: null },
  },
};
