import type { ExistingRows } from "@queuegen/migrations";
import type { LiveTable } from "@queuegen/migrations/apply";
import type { QueueModel } from "@queuegen/model";
import type { Config } from "../config.js";
import type { Io } from "../io.js";
import { missingTool } from "../project/missing-tool.js";
import { startCommand } from "../project/start-command.js";
import { readTsconfig } from "../tsconfig.js";

const ROWS: Readonly<Record<ExistingRows, string>> = {
  pending: "each becomes a job",
  done: "none becomes a job",
  dead: "none becomes a job until it is retried",
};

/** What to do after a table was adopted, as commands that can be copied. */
export function adoptNextSteps(model: QueueModel, live: LiveTable, rows: ExistingRows, config: Config, io: Io): string {
  const known = io.env.QUEUEGEN_DATABASE_URL ?? io.env.DATABASE_URL;
  const start = startCommand(config, readTsconfig(config.root), process.versions.node);
  const tool = missingTool(start, config.root);
  const steps = [
    ...(tool === undefined ? [] : [tool]),
    ...(known ? [] : ["export DATABASE_URL=mysql://user:password@127.0.0.1:3306/app"]),
    "npx queuegen migrate up",
    start,
  ];
  return `
The migration adds ${model.fields.status ?? "status"} and the other columns of the queue to "${live.definition.table}" while the application goes on.
About ${live.rows} rows are there: ${ROWS[rows]}. Each row inserted after the migration is a job.
Say what is done with a row in ${config.handlers}/${model.name}.ts. Then:
${steps.map((step) => `  ${step}\n`).join("")}`;
}
