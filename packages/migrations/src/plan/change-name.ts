import { isCosmetic } from "../diff/index.js";
import { folderName } from "../folder/migration-folder.js";
import { timeAfter } from "../folder/time-after.js";
import type { QueueChange } from "./queue-changes.js";

/** `20260401090000_notify_add_column_channel`: later than the one it follows, whatever clock that was written by. */
export function changeName(change: QueueChange, now: Date): string {
  return folderName(timeAfter(change.last, now), slug(change));
}

function slug({ queue, renamedFrom, after, changes }: QueueChange): string {
  if (after === undefined) return `${changes.length === 0 ? "give_up" : "drop"}_${queue}`;
  if (renamedFrom !== undefined) return `rename_${renamedFrom}_to_${queue}`;
  const [first, ...others] = changes.filter((change) => !isCosmetic(change));
  if (first === undefined) return `${queue}_comments`;
  const rest = new Set(others.map(({ subject }) => subject).filter((subject) => subject !== first.subject)).size;
  return `${queue}_${first.code}_${first.subject}${rest === 0 ? "" : `_and_${rest}_more`}`;
}
