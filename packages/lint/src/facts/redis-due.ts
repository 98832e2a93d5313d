import type { RedisCall, RedisValue } from "./redis.js";

/** True for a read of the members whose time has come: up to now, or from the first one on. */
export function readsDue(call: RedisCall): boolean {
  if (call.command === "zrangebyscore" || (call.command === "zrange" && call.words.includes("BYSCORE")))
    return call.bounds.length > 1 && isNow(call.bounds[1]!);
  if (call.command !== "zrange") return false;
  const [from, to] = call.bounds.map(numberOf);
  return from === 0 && to !== undefined && to >= 0;
}

/** True for a read by score. */
export function isByScore({ command, words }: RedisCall): boolean {
  return command === "zrangebyscore" || (command === "zrange" && words.includes("BYSCORE"));
}

function isNow({ unit, text, known }: RedisValue): boolean {
  return (
    unit !== undefined ||
    (known === undefined && /^(?:\w+\.)*_?(?:now|nowMs|currentTime|currentTimestamp|timestamp|ts)$/i.test(text))
  );
}

function numberOf(value: RedisValue): number | undefined {
  const { known } = value;
  if (typeof known === "number") return known;
  return typeof known === "string" && /^-?\d+$/.test(known) ? Number(known) : undefined;
}
