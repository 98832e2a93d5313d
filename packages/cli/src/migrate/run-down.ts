import { migrateDown } from "@queuegen/migrations/apply";
import type { ExitCode } from "../command.js";
import type { Io } from "../io.js";
import type { DownArgs } from "./actions/down.js";
import { refuseCode } from "./unready.js";
import { withRunner } from "./with-runner.js";

export function runDown(args: DownArgs, io: Io): Promise<ExitCode> {
  return withRunner(args, io, async ({ options, folders, url }) => {
    refuseCode(folders);
    const reverted = await migrateDown({ ...options, allowDestructive: args["allow-destructive"] });
    if (args.json) io.out(`${JSON.stringify({ database: url.database, reverted: reverted ?? null }, null, 2)}\n`);
    else if (reverted === undefined) io.out(`${url.place} has no migration to revert\n`);
    return 0;
  });
}
