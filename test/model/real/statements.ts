import type { QueueModel } from "@queuegen/model";
import { consumerStatements, operatorStatements, reclaimerStatements, serverSql } from "@queuegen/modes";
import { compile, type Statement } from "@queuegen/runtime/internal";
import { column, NOTIFY } from "../../../packages/migrations/src/fixtures.js";
import { type TestQueue, testQueue } from "../../runtime/queue.js";
import type { Verb } from "../spec/state.js";
import { KEEP_MS, SCOPE } from "./settings.js";

/** The queue as workers know it. */
export const QUEUE: TestQueue = testQueue({
  attempts: SCOPE.max,
  lease: SCOPE.lease * 1000,
  heartbeat: 1,
  dedupe: true,
  retention: { done: KEEP_MS, dead: KEEP_MS },
});

/** The same queue as the generator knows it, for statements that are sent by hand. */
const MODEL: QueueModel = {
  ...NOTIFY,
  columns: [
    ...NOTIFY.columns,
    column("dedupe_key", { kind: "varchar", length: 191 }, { field: "dedupe_key", nullable: true }),
  ],
  fields: { ...NOTIFY.fields, dedupe_key: "dedupe_key" },
  options: {
    ...NOTIFY.options,
    dedupe: true,
    claim: { ...NOTIFY.options.claim, lease: SCOPE.lease * 1000 },
    retry: { ...NOTIFY.options.retry, attempts: SCOPE.max },
  },
};

const GENERATED = new Map(
  [
    ...consumerStatements(MODEL, serverSql),
    ...reclaimerStatements(MODEL, serverSql),
    ...operatorStatements(MODEL, serverSql),
  ].map(({ name, sql }) => [name, sql]),
);

/** Names of the model where they are not those of the generator. */
const NAMES: Partial<Record<Verb, string>> = { back: "releaseStarted", commit: "complete" };

export function statementOf(verb: Verb): Statement {
  const sql = GENERATED.get(NAMES[verb] ?? verb);
  if (sql === undefined) throw new Error(`nothing generated is called ${verb}`);
  return compile(sql);
}
