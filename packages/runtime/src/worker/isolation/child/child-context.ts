import type { Duration } from "../../../time/duration.js";
import type { JobContext } from "../../context.js";
import type { Log } from "../../log.js";
import type { Once } from "../../once.js";
import { type Release, release } from "../../outcome.js";
import type { Calls } from "./calls.js";
import type { Channel } from "./channel.js";
import { remoteLog } from "./remote-log.js";

/** What a handler in a child process gets beside its job: the same as in the worker, which does the work. */
export class ChildContext<Trx> implements JobContext<Trx> {
  readonly #run: number;
  readonly #channel: Channel;
  readonly #calls: Calls;
  #controller: AbortController | undefined;
  #aborted: Error | undefined;
  readonly attempt: number;
  /** What `ctx.release` was told. */
  released: Release | undefined;

  constructor(run: number, attempt: number, channel: Channel, calls: Calls) {
    this.#run = run;
    this.attempt = attempt;
    this.#channel = channel;
    this.#calls = calls;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#aborted !== undefined) this.#controller.abort(this.#aborted);
    }
    return this.#controller.signal;
  }

  abort(reason: Error): void {
    this.#aborted = reason;
    this.#controller?.abort(reason);
  }

  get log(): Log {
    return remoteLog(this.#channel, this.#run);
  }

  // Getters, so that `{ transaction }` can be taken out of the context.
  get heartbeat(): () => Promise<void> {
    return () => heeded(this.#channel.ask(this.#run, { what: "heartbeat" }).then(() => {}));
  }

  get transaction(): <T>(fn: (trx: Trx) => Promise<T>) => Promise<T> {
    return (fn) => heeded(this.#calls.transaction(this.#run, fn) as ReturnType<typeof fn>);
  }

  get once(): Once<Trx> {
    return ((...args: unknown[]) => heeded(this.#calls.once(this.#run, args))) as Once<Trx>;
  }

  get release(): (delay?: Duration) => Release {
    return (delay) => {
      this.released = release(delay);
      return this.released;
    };
  }
}

/** A handler may forget to await it: that must not end the process as an unhandled rejection. */
function heeded<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}
