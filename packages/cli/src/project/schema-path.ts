import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { QueuegenError } from "@queuegen/model";
import type { Config } from "../config.js";
import { loadModels } from "../models.js";

/** Where the declaration of a new queue goes: the fixed part of the first glob of `schemas`. */
export async function schemaPath(name: string, config: Config): Promise<string> {
  const path = `${fixedFolder(config.schemas[0] ?? "")}${name}.queue.ts`;
  if (existsSync(resolve(config.root, path))) return path;
  const other = (await loadModels(config)).find((model) => model.name === name);
  if (other === undefined) return path;
  throw new QueuegenError([
    {
      code: "duplicate-queue",
      severity: "error",
      message: `There is a queue "${name}" already, declared in ${other.file}.`,
      hint: "Choose another name, or `queuegen generate` for the one that is there.",
    },
  ]);
}

/** `src/queues/schemas/` of `src/queues/schemas/**` + `/*.queue.ts`; "" where the glob starts at the root. */
function fixedFolder(glob: string): string {
  const fixed = /^[^*?{}[\]()!]*/.exec(glob)?.[0] ?? "";
  return fixed.slice(0, fixed.lastIndexOf("/") + 1);
}
