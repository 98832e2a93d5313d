import type { AnyOptionTable, ClaimOptions, OptionTable, WalkOptions } from "@queuegen/model";
import { claimOptions } from "../claim/options.js";

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

/** What `defineQueue` takes in mode cursor: of the options of mode claim those that mean something for a range. */
export interface CursorOptions extends Pick<ClaimOptions, "retry"> {
  readonly walk: WalkOptions;
  readonly claim: Pick<ClaimOptions["claim"], "lease" | "heartbeat">;
  readonly worker: Omit<ClaimOptions["worker"], "runLog" | "timeout" | "isolation" | "maxMemoryMb">;
}

const walkOptions: OptionTable<WalkOptions> = {
  key: {
    type: "list",
    item: "text",
    doc: "Columns of the primary key of the table, in its order.",
    default: { value: ["id"] },
    maxItems: 3,
    limits: { min: 1, max: 64, why: "it is the name of a column" },
  },
  where: {
    type: "text",
    doc: "SQL of a condition on the rows that handlers get.",
    default: { value: null },
    limits: { min: 1, max: 2_000, why: "it stands in every statement that reads rows" },
    nullMeans: "all rows",
  },
  batch: {
    type: "integer",
    doc: "Most rows that a handler gets at once.",
    default: { value: 500 },
    limits: {
      min: 1,
      max: 10_000,
      why: "a batch is a row or more",
      whyMax: "a batch is held in memory, and all of it is done again when its worker dies",
    },
  },
  batchTime: {
    type: "duration",
    doc: "How long a handler should take for one batch: batches get smaller until it does, and larger again up to `batch`.",
    default: { value: null },
    limits: { min: 10, max: HOUR, why: "it is the length of one batch" },
    nullMeans: "as long as it likes",
  },
  throttle: {
    type: "integer",
    doc: "Most rows a second, of all processes together.",
    default: { value: null },
    limits: { min: 1, max: 10_000_000, why: "at 0 nothing would ever be done" },
    nullMeans: "no limit",
  },
  rangeTable: {
    type: "text",
    doc: "Name of the table that the ranges and their cursors are kept in.",
    default: { value: null },
    limits: { min: 1, max: 64, why: "it is the name of a table" },
    nullMeans: "`<name>_range`",
  },
};

const { claim, retry, worker } = claimOptions as AnyOptionTable;

/** Printed, read and validated like those of every mode. */
export const cursorOptions: AnyOptionTable = {
  walk: { type: "group", doc: "What is walked over and how fast.", options: walkOptions as unknown as AnyOptionTable },
  claim: group(claim, "How ranges are taken and for how long they are owned.", ["lease", "heartbeat"]),
  retry: retry as AnyOptionTable[string],
  worker: group(worker, "How the worker runs this queue.", [
    "style",
    "concurrency",
    "maxConcurrency",
    "weight",
    "frequency",
    "maxRunTime",
    "runType",
    "maintenance",
  ]),
};

function group(of: AnyOptionTable[string] | undefined, doc: string, names: readonly string[]): AnyOptionTable[string] {
  const options = of?.type === "group" ? of.options : {};
  return { type: "group", doc, options: Object.fromEntries(names.map((name) => [name, options[name]!])) };
}

/** Ranges stay for ever: they are the record of what was done. A batch has no time-out: its handler is the library's. */
export function completeOptions(values: Readonly<Record<string, unknown>>): ClaimOptions {
  const { claim: said, retry: again, worker: run } = values as unknown as CursorOptions;
  return {
    claim: { batch: 1, lease: said.lease, heartbeat: said.heartbeat, skipLocked: false },
    retry: again,
    dedupe: false,
    once: false,
    retention: { onSuccess: "keep", done: null, dead: null, once: null, runLog: null },
    worker: { ...run, runLog: false, timeout: null, isolation: "none", maxMemoryMb: null },
  };
}
