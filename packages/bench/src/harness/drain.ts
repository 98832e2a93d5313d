import type { HandLoopInput, HandLoopOutput } from "../children/hand-loop.js";
import type { QueueWorkerInput, QueueWorkerOutput } from "../children/queue-worker.js";
import type { BenchDatabase } from "../server/bench-server.js";
import { settle } from "../server/settle.js";
import { countRows, createTable, fillTable, type TableName } from "../server/tables.js";
import { type Child, startChild } from "./child.js";
import type { ChildOutput } from "./child-main.js";
import { type Load, watchLoad } from "./cpu.js";

/** One table drained once, by one or more processes. */
export interface Drained {
  readonly jobsPerSecond: number;
  readonly load: Load;
  /** CPU microseconds a job, of the server and of the clients. */
  readonly serverMicros: number;
  readonly clientMicros: number;
}

/** Fills a new table with pending jobs, waits for the server to be at rest, lets the children drain it, checks that all is done. */
export async function drain<Output>(
  database: BenchDatabase,
  table: TableName,
  rows: number,
  start: () => Promise<readonly Child<ChildOutput<Output>>[]>,
): Promise<Drained & { readonly outputs: readonly Output[] }> {
  await createTable(database, table);
  await fillTable(database, table, { rows });
  const children = await start();
  try {
    await settle(database.server);
    const stop = watchLoad(database.server.pid);
    const outputs = await Promise.all(children.map((child) => child.go()));
    const cpuSeconds = outputs.reduce((total, output) => total + output.cpuSeconds, 0);
    const load = stop(cpuSeconds);
    const done = await countRows(database, table, 2);
    if (done !== rows) throw new Error(`${table}: ${done} of ${rows} jobs are done`);
    const seconds = Math.max(...outputs.map((output) => output.seconds));
    const measured = rows - outputs.reduce((total, output) => total + output.before, 0);
    return {
      jobsPerSecond: measured / seconds,
      load,
      serverMicros: ((load.server * load.seconds) / rows) * 1e6,
      clientMicros: (cpuSeconds / measured) * 1e6,
      outputs: outputs.map((output) => output.result),
    };
  } finally {
    await Promise.all(children.map((child) => child.kill()));
  }
}

/** A worker (or several) on generated code, each in a process of its own. */
export async function startWorkers(
  input: QueueWorkerInput,
  processes: number = 1,
): Promise<readonly Child<ChildOutput<QueueWorkerOutput>>[]> {
  return Promise.all(
    Array.from({ length: processes }, () =>
      startChild<QueueWorkerInput, ChildOutput<QueueWorkerOutput>>("queue-worker", input),
    ),
  );
}

/** A hand-written loop in a process of its own (or several). */
export async function startHandLoops(
  input: HandLoopInput,
  processes: number = 1,
): Promise<readonly Child<ChildOutput<HandLoopOutput>>[]> {
  return Promise.all(
    Array.from({ length: processes }, (_, index) =>
      startChild<HandLoopInput, ChildOutput<HandLoopOutput>>("hand-loop", { ...input, name: `${input.name}${index}` }),
    ),
  );
}
