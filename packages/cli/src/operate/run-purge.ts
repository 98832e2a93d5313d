import type { QueueModel } from "@queuegen/model";
import type { ExitCode } from "../command.js";
import type { Io } from "../io.js";
import { inPages } from "./in-pages.js";
import { PAGE, STATUS } from "./job.js";
import { jobKeys } from "./job-keys.js";
import { type OperateArgs, type Operation, operateOne, statementsOf } from "./operation.js";
import { type Progress, progressOf } from "./progress.js";
import { number, span } from "./words.js";

interface Finished {
  readonly job_id: string;
  readonly job_time: number | null;
  readonly now_ms: number;
}

/** Deletes final rows past the retention of the schema, as the workers do now and then. */
export function runPurge(args: OperateArgs & { readonly queue: string }, io: Io): Promise<ExitCode> {
  return operateOne(args, io, async (model, operation) => {
    const { done, dead } = model.options.retention;
    const progress = progressOf(io);
    const lines: string[] = [];
    for (const [word, status, keep] of [
      ["done", STATUS.done, done],
      ["dead", STATUS.dead, dead],
    ] as const) {
      if (keep === null) lines.push(`  ${word} rows are kept for ever`);
      else {
        const purged = await purgeState(model, operation, status, keep, progress);
        lines.push(`  ${number(purged)} ${word} ${purged === 1 ? "row" : "rows"} purged, older than ${span(keep)}`);
      }
    }
    progress.clear();
    io.out(`${model.name} (table ${model.table})\n${lines.join("\n")}\n`);
    if (io.signal.aborted) io.err("Stopped before the end: run it again to go on.\n");
    return 0;
  });
}

function purgeState(
  model: QueueModel,
  { database, io }: Operation,
  status: number,
  keep: number,
  progress: Progress,
): Promise<number> {
  const statement = statementsOf(model);
  const keys = jobKeys(model);
  let looked = 0;
  return inPages<Finished>({
    keys,
    read: (after) => database.rows(statement("finished"), { status, after, limit: PAGE }),
    full: (rows) => rows.length === PAGE,
    idOf: ({ job_id }) => job_id,
    change: async (rows) => {
      looked += rows.length;
      const old = rows.filter(({ job_time, now_ms }) => job_time !== null && job_time < now_ms - keep);
      if (old.length === 0) return 0;
      return database.change(statement("purge"), { ids: old.map(({ job_id }) => keys.value(job_id)), status, keep });
    },
    told: (purged) => progress.show(`${number(purged)} of ${number(looked)} rows purged`),
    signal: io.signal,
  });
}
