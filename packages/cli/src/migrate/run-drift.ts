import { readDrift } from "@queuegen/migrations/apply";
import type { ExitCode } from "../command.js";
import type { Io } from "../io.js";
import { readModels } from "../models.js";
import type { DatabaseArgs } from "./actions/runner-args.js";
import { driftJson, driftText, hasDrift } from "./drift-report.js";
import { withRunner } from "./with-runner.js";

export function runDrift(args: DatabaseArgs, io: Io): Promise<ExitCode> {
  return withRunner(args, io, async ({ options, folders, url, config }) => {
    // Reading schemas takes a second, and only of tables of the application's they tell what the snapshots do not.
    const adopted = folders.some(({ snapshot }) => snapshot.tables.some((table) => table.adopted));
    const { models } = adopted ? await readModels(config) : { models: [] };
    const drift = await readDrift({ ...options, target: config.target, models });
    io.out(args.json ? driftJson(url.database, drift) : driftText(url.place, drift));
    return hasDrift(drift) ? 1 : 0;
  });
}
