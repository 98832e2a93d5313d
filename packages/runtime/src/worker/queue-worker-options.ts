import type { Session } from "../session/session.js";
import type { Handler } from "./context.js";
import type { Control } from "./control.js";
import type { Events } from "./events.js";
import type { ChildPool } from "./isolation/child-pool.js";
import type { Log } from "./log.js";
import type { OnceTable } from "./queue-logs.js";
import type { SharedPlaces } from "./room.js";
import type { Consumer } from "./source.js";
import type { JobTransaction } from "./transaction.js";

/** What the worker of one queue is given. */
export interface QueueWorkerOptions<Job, Trx> {
  readonly consumer: Consumer<Job>;
  readonly handler: Handler<Job, Trx>;
  readonly concurrency: number;
  /** ms for one attempt. */
  readonly timeout: number | null;
  /** Where the handlers run, if not here. */
  readonly children: ChildPool | undefined;
  readonly control: Control;
  /** undefined: each queue of the process has its own concurrency, and that is all. */
  readonly shared: SharedPlaces | undefined;
  readonly main: Session;
  readonly beat: Session;
  readonly worker: string;
  readonly transaction: JobTransaction<Trx>;
  /** The table of `ctx.once`, for a queue that has it. */
  readonly onceTable: OnceTable | undefined;
  readonly events: Events;
  readonly log: Log;
  readonly onRestart: () => void;
}
