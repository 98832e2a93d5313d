import type { Declaration } from "./declaration.js";
import type { Diagnostic } from "./diagnostic.js";
import type { QueueModel } from "./model.js";

/** A queue with the declaration it was built from, whose places the diagnostics show. */
export interface Declared {
  readonly declaration: Declaration;
  readonly model: QueueModel;
}

/** What only all queues of a project together show: each name, key and table belongs to one of them. */
export function checkTogether(queues: readonly Declared[]): readonly Diagnostic[] {
  return [
    ...doubles(queues, ({ key }) => key, "duplicate-queue", sameName),
    // Table names may or may not tell upper from lower case, by server and file system.
    ...doubles(queues, ({ table }) => table.toLowerCase(), "shared-table", sameTable),
  ];
}

interface Text {
  readonly message: string;
  readonly hint: string;
}

function doubles(
  queues: readonly Declared[],
  keyOf: (model: QueueModel) => string,
  code: string,
  text: (queue: QueueModel, first: QueueModel) => Text,
): readonly Diagnostic[] {
  const firsts = new Map<string, Declared>();
  const found: Diagnostic[] = [];
  for (const queue of queues) {
    const key = keyOf(queue.model);
    const first = firsts.get(key);
    if (first) {
      const at = placeOf(queue, code);
      const note = { message: `"${first.model.name}" is declared here`, at: placeOf(first, code) };
      found.push({ code, severity: "error", ...text(queue.model, first.model), at, notes: [note] });
    } else {
      firsts.set(key, queue);
    }
  }
  return found;
}

function placeOf({ declaration }: Declared, code: string): Declaration["at"] {
  if (code === "duplicate-queue") return declaration.name.at;
  return declaration.options.entries.find(({ key }) => key === "table")?.value.at ?? declaration.name.at;
}

function sameName(queue: QueueModel, first: QueueModel): Text {
  return {
    message:
      queue.name === first.name
        ? `There are two queues "${queue.name}".`
        : `"${queue.name}" and "${first.name}" would both be called ${queue.key} in the code.`,
    hint: "Rename one of them.",
  };
}

function sameTable(queue: QueueModel, first: QueueModel): Text {
  return {
    message: `"${queue.name}" and "${first.name}" both write the status of table \`${queue.table}\`.`,
    hint: "Give each its own table, or let one queue serve both kinds of job by a column that its handler looks at.",
  };
}
