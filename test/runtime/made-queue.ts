import { planCreateMigrations } from "@queuegen/migrations";
import type { QueueModel } from "@queuegen/model";
import {
  consumerStatements,
  modes,
  producerSql,
  reclaimerStatements,
  type Statement,
  serverSql,
} from "@queuegen/modes";
import { readQueues } from "@queuegen/reader";
import {
  ClaimConsumer,
  ClaimReclaimer,
  type ClaimStatements,
  enqueue,
  type ProducerSpec,
  type ReclaimStatements,
} from "@queuegen/runtime/claim";
import type { NotifyJob } from "../../generated-example/src/queues/generated/notify/table.js";
import type { TestQueue } from "./queue.js";

const FILE = "notify.queue.ts";

/**
 * The example's queue with more options, as its schema says them (`once: true,`): model, statements and tables by the
 * same code that generates files from it.
 */
export function madeQueue(options: string): TestQueue {
  const model = modelOf(options);
  const { claim, once, retention, retry, worker } = model.options;
  const common = { format: 1, queue: model.name, table: model.table };
  const consumer = new ClaimConsumer<NotifyJob>({
    ...common,
    statements: byName<ClaimStatements>(consumerStatements(model, serverSql)),
    columns: { user_id: { type: "bigint", mode: "number", unsigned: true }, payload: { type: "json" } },
    claim,
    retry,
    onSuccess: retention.onSuccess,
    once,
  });
  const reclaimer = new ClaimReclaimer({
    ...common,
    statements: byName<ReclaimStatements>(reclaimerStatements(model, serverSql)),
    lease: claim.lease,
    heartbeat: claim.heartbeat,
    retention: {
      done: retention.done,
      dead: retention.dead,
      ...(once && { once: retention.once }),
      ...(worker.runLog && { runLog: retention.runLog }),
    },
  });
  const producer = producerOf(model);
  return {
    registry: {
      format: 1,
      tablePrefix: "queuegen_",
      queues: { notify: { name: model.name, consumer, reclaimer, ...worker } },
    },
    enqueue: (client, jobs, enqueueOptions) => enqueue(client, producer, jobs, enqueueOptions),
    async createTables(database) {
      for (const { up } of planCreateMigrations([model], [], new Date(0), { tablePrefix: "queuegen_" })) {
        for (const sql of up.split(/;\n/)) if (sql.trim() !== "") await database.query(sql);
      }
    },
  };
}

function modelOf(options: string): QueueModel {
  const text = `import { bigint, defineQueue, int, json, tinyint, varchar } from "queuegen";
export const notify = defineQueue("notify", {
  table: "notify_task",
  mode: "claim",
  columns: {
    id: bigint({ unsigned: true, autoIncrement: true }),
    status: tinyint({ unsigned: true, default: 0 }),
    claim_token: varchar(32, { null: true }),
    claim_time: int({ unsigned: true, null: true }),
    user_id: bigint({ unsigned: true, mode: "number" }),
    payload: json(),
  },
  indexes: { idx_status_id: ["status", "id"] },
  ${options}
});`;
  const host = {
    readFile: (path: string) => (path === FILE ? text : undefined),
    fileExists: (path: string) => path === FILE,
  };
  const { models, diagnostics } = readQueues([FILE], host, modes);
  if (models[0] === undefined) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return models[0];
}

function producerOf(model: QueueModel): ProducerSpec {
  const { insert, row } = producerSql(model);
  return {
    format: 1,
    queue: model.name,
    table: model.table,
    insert,
    row,
    uid: model.options.once,
    columns: { user_id: { type: "bigint", mode: "number", unsigned: true }, payload: { type: "json" } },
  };
}

function byName<Statements>(statements: readonly Statement[]): Statements {
  return Object.fromEntries(statements.map(({ name, sql }) => [name, sql])) as Statements;
}
