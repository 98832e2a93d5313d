import type { Target } from "@queuegen/modes";
import type { DestructiveCode } from "../diff/index.js";

/** What is asked of the next migrations, and what they may do. */
export interface ChangeRequest {
  readonly target: Target;
  /** This queue alone; also where only comments or the order of columns differ. */
  readonly only?: string;
  /** `old:new` of columns and queues, `queue.old:new` where several queues have such a column. */
  readonly renames: readonly string[];
  /** Queues without a schema whose tables stay as they are. */
  readonly keepTables?: readonly string[];
  /** Kinds of loss that are accepted. */
  readonly allowDestructive: readonly DestructiveCode[];
  /** Whether the server may copy a whole table while writes wait. */
  readonly allowCopy: boolean;
}

/** Of `generate` and `check`, which only want to know what there is to do. */
export function wholeRequest(target: Target): ChangeRequest {
  return { target, renames: [], allowDestructive: [], allowCopy: false };
}
