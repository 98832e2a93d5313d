import type { NewQueue } from "@queuegen/generator";
import type { Config } from "../config.js";
import type { Io } from "../io.js";
import { readTsconfig } from "../tsconfig.js";
import { missingTool } from "./missing-tool.js";
import { startCommand } from "./start-command.js";
import { walkOf } from "./walk-of.js";

/** What to do after `add`, as commands that can be copied. */
export function nextSteps(queue: NewQueue, config: Config, io: Io): string {
  const known = io.env.QUEUEGEN_DATABASE_URL ?? io.env.DATABASE_URL;
  const start = startCommand(config, readTsconfig(config.root), process.versions.node);
  const tool = missingTool(start, config.root);
  const steps = [
    ...(tool === undefined ? [] : [tool]),
    ...(known ? [] : ["export DATABASE_URL=mysql://user:password@127.0.0.1:3306/app"]),
    "npx queuegen migrate up",
    start,
  ];
  const what = walkOf(queue.mode)
    ? "Set the key's columns and types in the schema if they are not a bigint id (walk.key and columns), say there what of a row is needed"
    : "Say what a job carries in the schema";
  return `
${what} and what is done with it in ${config.handlers}/${queue.name}.ts
(after a change of the schema: npx queuegen generate). Then:
${steps.map((step) => `  ${step}\n`).join("")}`;
}
