import { QueuegenError, type QueueModel } from "@queuegen/model";

/** Throws a `QueuegenError` for a queue that walks over no table. */
export function ofModeCursor(command: string): (model: QueueModel) => void {
  return ({ name, mode, walk }) => {
    if (walk !== undefined) return;
    const message = `\`${command}\` is for queues of mode cursor, and "${name}" is of mode ${mode}`;
    const hint = `\`queuegen stats ${name}\` shows how it stands.`;
    throw new QueuegenError([{ code: "usage", severity: "error", message, hint }]);
  };
}
