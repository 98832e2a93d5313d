import { readDrift } from "@queuegen/migrations/apply";
import type { ExitCode } from "../command.js";
import type { Io } from "../io.js";
import type { DatabaseArgs } from "./actions/runner-args.js";
import { driftJson, driftText, hasDrift } from "./drift-report.js";
import { withRunner } from "./with-runner.js";

export function runDrift(args: DatabaseArgs, io: Io): Promise<ExitCode> {
  return withRunner(args, io, async ({ options, url, config }) => {
    const drift = await readDrift({ ...options, target: config.target });
    io.out(args.json ? driftJson(url.database, drift) : driftText(url.place, drift));
    return hasDrift(drift) ? 1 : 0;
  });
}
