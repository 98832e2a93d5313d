import type { RedisPublisher } from "../client/redis.js";
import { ConfigError } from "../errors.js";
import { onWake } from "./wake.js";

/** After a message the next one of a table comes this much later at the soonest. */
const GAP_MS = 20;

/** Where the workers of a table listen. */
export function wakeChannel(table: string): string {
  return `queuegen:wake:${table}`;
}

/**
 * From now on each enqueue that this process commits also tells the workers of other processes, which listen with their
 * option `wake`. A message that is lost costs nothing but time: they look for themselves four times a second. Answers a
 * function that ends it.
 * @param onError told of messages that could not be sent; an enqueue never fails for that
 */
export function publishWakes(redis: RedisPublisher, onError: (error: unknown) => void = () => {}): () => void {
  if (typeof redis?.publish !== "function") {
    throw new ConfigError("publishWakes takes a client of ioredis or node-redis");
  }
  /** Tables in their gap, and whether there was an enqueue since. */
  const gaps = new Map<string, boolean>();
  const send = async (table: string): Promise<void> => {
    gaps.set(table, false);
    setTimeout(() => {
      if (gaps.get(table)) void send(table);
      else gaps.delete(table);
    }, GAP_MS);
    try {
      await redis.publish(wakeChannel(table), "");
    } catch (error) {
      onError(error);
    }
  };
  return onWake((table) => {
    if (gaps.has(table)) gaps.set(table, true);
    else void send(table);
  });
}
