import type { Claimed } from "./claimed.js";
import { type OnceRunner, onceCall } from "./once.js";

/** One call of `ctx.once`. Refused where the job is over, or where the same key runs in this handler already. */
export function callOnce<Trx>(
  runner: OnceRunner<Trx>,
  item: Claimed<unknown>,
  args: readonly unknown[],
): Promise<unknown> {
  const over = item.lost ?? item.voided;
  if (over !== undefined) return Promise.reject(over);
  if (item.state !== "running")
    return Promise.reject(new Error(`job ${item.id}: ctx.once was called after the job was over`));
  let call: ReturnType<typeof onceCall<Trx>>;
  try {
    call = onceCall(item, args);
  } catch (error) {
    return Promise.reject(error);
  }
  item.onces ??= new Map();
  if (item.onces.has(call.key)) {
    const key = JSON.stringify(call.key);
    return Promise.reject(new Error(`job ${item.id}: ctx.once runs the key ${key} at this moment, for this same job`));
  }
  const running = runner.run(item, call).finally(() => item.onces?.delete(call.key));
  item.onces.set(call.key, running);
  // An abandoned one stays open for the handler, which is over: a rejection that nobody awaits would end the process.
  return new Promise((resolve, reject) => {
    running.then(resolve, (error: unknown) => {
      if (item.abandoned === undefined) reject(error);
    });
  });
}

/** What the handler has begun and not ended: its name for messages. */
export function openWork(item: Claimed<unknown>): "ctx.transaction" | "ctx.once" | undefined {
  if (item.transaction !== undefined) return "ctx.transaction";
  return item.onces === undefined || item.onces.size === 0 ? undefined : "ctx.once";
}
