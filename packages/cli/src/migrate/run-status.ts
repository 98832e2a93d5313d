import { migrateStatus } from "@queuegen/migrations/apply";
import type { ExitCode } from "../command.js";
import type { Io } from "../io.js";
import type { DatabaseArgs } from "./actions/runner-args.js";
import { statusJson, statusText } from "./status-report.js";
import { withRunner } from "./with-runner.js";

export function runStatus(args: DatabaseArgs, io: Io): Promise<ExitCode> {
  return withRunner(args, io, async ({ options, url }) => {
    const states = await migrateStatus(options);
    io.out(args.json ? statusJson(url.database, states) : statusText(url.place, states));
    return states.every(({ kind }) => kind === "applied") ? 0 : 1;
  });
}
