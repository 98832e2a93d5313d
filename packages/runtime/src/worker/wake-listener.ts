import { type RedisClient, type Subscription, subscribe } from "../client/redis.js";
import { wakeChannel } from "../producer/publish-wakes.js";
import { ring } from "../producer/wake.js";

export interface WakeListenerOptions {
  readonly redis: RedisClient;
  readonly tables: readonly string[];
  /** Told of errors of its connection, which it gets over. */
  readonly onError: (error: unknown) => void;
}

/** Wakes the sleeping queues of this process when another one says that it has committed jobs for them. */
export class WakeListener {
  readonly #options: WakeListenerOptions;
  #subscription: Subscription | undefined;
  #stopped = false;

  constructor(options: WakeListenerOptions) {
    this.#options = options;
  }

  start(): void {
    const { redis, tables, onError } = this.#options;
    const byChannel = new Map(tables.map((table) => [wakeChannel(table), table]));
    const heard = (channel: string) => ring(byChannel.get(channel) ?? "");
    const report = (error: unknown) => {
      // What ends breaks off whatever is under way.
      if (!this.#stopped) onError(error);
    };
    this.#subscription = subscribe(redis, [...byChannel.keys()], heard, report);
    this.#subscription.ready.catch(report);
  }

  stop(): void {
    this.#stopped = true;
    this.#subscription?.end();
  }
}
