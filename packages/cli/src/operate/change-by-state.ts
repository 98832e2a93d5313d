import type { QueueModel } from "@queuegen/model";
import type { ExitCode } from "../command.js";
import { type Job, parts, readJobs, STATES, spelledAsStored } from "./job.js";
import { jobKeys } from "./job-keys.js";
import { type Operation, statementsOf } from "./operation.js";
import { someIds } from "./words.js";

/** What is done to the jobs that are in one of some states. */
export interface StateChange {
  readonly from: readonly number[];
  readonly sql: string;
  /** What happened to them, said after their ids. */
  readonly did: string;
}

/** Does to each job what its state allows, and tells what became of each. Exit code 1 where not all of them were changed. */
export async function changeByState(
  { database, io }: Operation,
  model: QueueModel,
  words: readonly string[],
  changes: readonly StateChange[],
): Promise<ExitCode> {
  const sql = statementsOf(model)("jobs");
  const keys = jobKeys(model);
  const ids = await spelledAsStored(database, sql, keys, keys.parse(words));
  const found = await readJobs(database, sql, keys, ids);
  let open = ids.length;
  for (const { from, sql: change, did } of changes) {
    const able = found.filter(({ job_status }) => from.includes(job_status));
    if (able.length === 0) continue;
    let changed = 0;
    for (const part of parts(able)) {
      changed += await database.change(change, { ids: part.map(({ job_id }) => keys.value(job_id)) });
    }
    open -= changed;
    const late = able.length - changed;
    io.out(`${model.name} ${someIds(able.map(({ job_id }) => job_id))}: ${did}\n`);
    if (late > 0) io.out(`  but for ${late} of them, which a worker took or finished at the same moment\n`);
  }
  const allowed = changes.flatMap(({ from }) => from);
  tellOthers(io, model, ids, found, allowed);
  return open === 0 ? 0 : 1;
}

function tellOthers(
  io: Operation["io"],
  { name }: QueueModel,
  ids: readonly string[],
  found: readonly Job[],
  allowed: readonly number[],
): void {
  for (const [status, word] of Object.entries(STATES)) {
    if (allowed.includes(Number(status))) continue;
    const these = found.filter(({ job_status }) => job_status === Number(status));
    if (these.length > 0) io.out(`${name} ${someIds(these.map(({ job_id }) => job_id))}: ${word}, not changed\n`);
  }
  const there = new Set(found.map(({ job_id }) => job_id));
  const missing = ids.filter((id) => !there.has(id));
  if (missing.length > 0) io.out(`${name} ${someIds(missing)}: not there\n`);
}
