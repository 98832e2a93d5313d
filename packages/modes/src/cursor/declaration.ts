import type { ModeDesign } from "@queuegen/model";
import { claimChecks } from "../claim/checks.js";
import { claimColumns, claimIndexes } from "../claim/columns.js";
import { rangeColumns } from "./columns.js";
import { completeOptions, cursorOptions } from "./options.js";

/** What the declaration of a cursor queue may say, and the table of ranges that it makes. */
export const cursorDeclaration: ModeDesign = {
  name: "cursor",
  options: cursorOptions,
  complete: completeOptions,
  elsewhere: {
    key: "It stands in walk: { key }.",
    where: "It stands in walk: { where }.",
    batch: "It stands in walk: { batch }.",
    throttle: "It stands in walk: { throttle }.",
    concurrency: "It stands in worker: { concurrency }.",
    lease: "It stands in claim: { lease }.",
    attempts: "It stands in retry: { attempts }.",
    backoff: "It stands in retry: { backoff }.",
    dedupe: "Nothing is enqueued in mode cursor: the rows of the table are the work.",
    once: "Mode cursor has no ctx.once: ctx.transaction writes effects and cursor together.",
    retention: "Ranges stay for ever: they are the record of what was done.",
  },
  columns: (options) =>
    claimColumns(options).map((column) =>
      column.field === "status" ? { ...column, comment: `${column.comment}, 6 not cut into ranges yet` } : column,
    ),
  indexes: claimIndexes,
  checks: claimChecks,
  walk: { table: (words) => `${words}_range`, columns: rangeColumns },
};
