import type { ExitCode } from "../command.js";
import type { Io } from "../io.js";
import { type OperateArgs, operate } from "./operation.js";
import { type QueueStats, queueStats } from "./queue-stats.js";
import { statsJson, statsText } from "./stats-report.js";

export function runStats(args: OperateArgs & { readonly json: boolean }, io: Io): Promise<ExitCode> {
  return operate(args, io, async (operation) => {
    const all: QueueStats[] = [];
    for (const model of operation.queues) all.push(await queueStats(model, operation));
    io.out(args.json ? statsJson(operation.url.database, all) : statsText(all, Date.now()));
    return 0;
  });
}
