import type { NewQueue } from "@queuegen/generator";
import { QueuegenError, type QueueModel } from "@queuegen/model";
import type { Config } from "../config.js";

/** Where the declaration of a new queue goes: the fixed part of the first glob of `schemas`. */
export function schemaPath(name: string, config: Config): string {
  return `${fixedFolder(config.schemas[0] ?? "")}${name}.queue.ts`;
}

/**
 * The queue of this name where the project has it in its usual place. Throws where it is declared elsewhere or on another
 * table than the one asked for (`table`, where it was), and where another queue has the table that would be its own.
 */
export function declaredAlready(
  queue: NewQueue,
  own: string,
  table: string | undefined,
  path: string,
  models: readonly QueueModel[],
): QueueModel | undefined {
  const same = models.find(({ name }) => name === queue.name);
  const its = same?.walk?.table ?? same?.table;
  if (same !== undefined && (same.file !== path || (table !== undefined && table !== its))) {
    const where = table === undefined || table === its ? "" : `, on the table "${its}"`;
    throw problem(
      "duplicate-queue",
      `There is a queue "${queue.name}" already, declared in ${same.file}${where}.`,
      "Choose another name, or `queuegen generate` for the one that is there.",
    );
  }
  const sharing = models.find((model) => model !== same && model.table.toLowerCase() === own.toLowerCase());
  if (same === undefined && sharing !== undefined) {
    throw problem(
      "shared-table",
      `The table "${own}" belongs to queue "${sharing.name}" of ${sharing.file}.`,
      "Each queue has a table of its own: choose another one with --table. Nothing was written.",
    );
  }
  return same;
}

function problem(code: string, message: string, hint: string): QueuegenError {
  return new QueuegenError([{ code, severity: "error", message, hint }]);
}

/** `src/queues/schemas/` of `src/queues/schemas/**` + `/*.queue.ts`; "" where the glob starts at the root. */
function fixedFolder(glob: string): string {
  const fixed = /^[^*?{}[\]()!]*/.exec(glob)?.[0] ?? "";
  return fixed.slice(0, fixed.lastIndexOf("/") + 1);
}
