import { migrateUp } from "@queuegen/migrations/apply";
import type { ExitCode } from "../command.js";
import type { Io } from "../io.js";
import { printDiagnostics } from "../print.js";
import type { RunnerArgs } from "./actions/runner-args.js";
import { refuseCode, refuseForks } from "./unready.js";
import { unwritten } from "./unwritten.js";
import { withRunner } from "./with-runner.js";

export function runUp(args: RunnerArgs, io: Io): Promise<ExitCode> {
  return withRunner(args, io, async ({ options, folders, url, config }) => {
    refuseForks(folders);
    refuseCode(folders);
    const applied = await migrateUp(options);
    if (args.json) io.out(`${JSON.stringify({ database: url.database, applied }, null, 2)}\n`);
    else if (folders.length === 0) io.out("no migrations are there; `queuegen generate` writes those of new queues\n");
    else io.out(`${url.place} is up to date${applied.length === 0 ? ", nothing was pending" : ""}\n`);
    const left = await unwritten(config, folders, io.now());
    if (left.length > 0) printDiagnostics(left, io);
    return 0;
  });
}
