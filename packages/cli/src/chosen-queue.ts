import { nearest, QueuegenError, type QueueModel } from "@queuegen/model";

/** The queues a command is about: one by its name, or all of the project. Throws a `QueuegenError` where there is none. */
export function chosenQueues(models: readonly QueueModel[], name: string | undefined): readonly QueueModel[] {
  const found = name === undefined ? models : models.filter((model) => model.name === name);
  if (found.length > 0) return found;
  const names = models.map((model) => model.name);
  const meant = name === undefined ? undefined : nearest(name, names);
  const known = meant === undefined ? "" : `Did you mean "${meant}"? `;
  throw new QueuegenError([
    {
      code: "queue-unknown",
      severity: "error",
      message: name === undefined ? "this project declares no queue" : `this project declares no queue "${name}"`,
      hint: names.length === 0 ? "`queuegen add <name>` declares one." : `${known}It declares: ${names.join(", ")}.`,
    },
  ]);
}
