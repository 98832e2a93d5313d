import { planCreateMigrations } from "@queuegen/migrations";
import type { QueueModel } from "@queuegen/model";
import {
  modes,
  payloadSpecs,
  rangeStatements,
  reclaimerStatements,
  type Statement,
  serverSql,
  walkSpec,
  walkStatements,
} from "@queuegen/modes";
import { readQueues } from "@queuegen/reader";
import {
  ClaimReclaimer,
  type ClaimStatements,
  type ColumnSpecs,
  CursorConsumer,
  type ReclaimStatements,
  type Registration,
  type Registry,
  type WalkSpec,
  type WalkStatements,
} from "@queuegen/runtime/cursor";
import type { FreshDatabase } from "../services/database.js";

export type Row = Readonly<Record<string, unknown>>;

/** Source text of the declaration, as a schema has it. */
export interface WalkParts {
  readonly columns?: string;
  readonly walk?: string;
  readonly more?: string;
}

export interface WalkQueue {
  readonly model: QueueModel;
  readonly registry: Registry<{ walk: Registration<readonly Row[]> }>;
  /** The tables of the queue, from its create migration; not the one that is walked over. */
  createTables(database: FreshDatabase): Promise<void>;
}

const FILE = "walk.queue.ts";

/** The model of a queue `walk` over the table `item`: read, checked and completed as the command line does it. */
export function walkModel(parts: WalkParts = {}): QueueModel {
  const { columns = "id: bigint({ unsigned: true })", walk = "{}", more = "" } = parts;
  const text = `import { bigint, binary, defineQueue, int, smallint, varchar } from "queuegen";
export const walk = defineQueue("walk", {
  mode: "cursor",
  table: "item",
  columns: { ${columns} },
  walk: ${walk},
  ${more}
});`;
  const host = {
    readFile: (path: string) => (path === FILE ? text : undefined),
    fileExists: (path: string) => path === FILE,
  };
  const { models, diagnostics } = readQueues([FILE], host, modes);
  if (models[0] === undefined) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return models[0];
}

/** The same statements, spec and tables that generated code and migrations have, without the files. */
export function walkQueue(parts: WalkParts = {}): WalkQueue {
  const model = walkModel(parts);
  if (model.walk === undefined) throw new Error("no walk");
  const { claim, retry, worker } = model.options;
  const common = { format: 1, queue: model.name, table: model.table };
  const consumer = new CursorConsumer<Row>({
    ...common,
    statements: byName<ClaimStatements>(rangeStatements(model, serverSql)),
    columns: payloadSpecs(model) as ColumnSpecs,
    claim,
    retry,
    onSuccess: "keep",
    readBack: true,
    walkStatements: byName<WalkStatements>(walkStatements(model, serverSql)),
    walk: walkSpec(model.walk) as WalkSpec,
  });
  const reclaimer = new ClaimReclaimer({
    ...common,
    statements: byName<ReclaimStatements>(reclaimerStatements(model, serverSql)),
    lease: claim.lease,
    heartbeat: claim.heartbeat,
    retention: { done: null, dead: null },
  });
  return {
    model,
    registry: {
      format: 1,
      tablePrefix: "queuegen_",
      queues: { walk: { name: model.name, consumer, reclaimer, ...worker } },
    },
    async createTables(database) {
      for (const { up } of planCreateMigrations([model], [], new Date(0), { tablePrefix: "queuegen_" })) {
        for (const sql of up.split(/;\n/)) if (sql.trim() !== "") await database.query(sql);
      }
    },
  };
}

function byName<Statements>(statements: readonly Statement[]): Statements {
  return Object.fromEntries(statements.map(({ name, sql }) => [name, sql])) as Statements;
}
