import type { RedisKey } from "./redis.js";

const QUEUE_WORDS = new Set(
  (
    "queue queues job jobs task tasks worker workers work todo todos backlog outbox mq delayed delay delays scheduled schedule due " +
    "processing reserved inflight retry retries reminder reminders"
  ).split(" "),
);

/** What is no queue, whatever else its key says: a pop there takes something that may be lost. */
const OTHER_WORDS = new Set(
  (
    "cache cached caches session sessions rate ratelimit limit limits limiter throttle quota window leaderboard leaderboards rank ranks ranking " +
    "top history recent log logs feed feeds timeline lock locks mutex semaphore stat stats metric metrics count counts counter counters online " +
    "presence seen expiry expires expired ttl heartbeat heartbeats blacklist whitelist dedupe dedup pool pools permit permits result results " +
    "reply replies response responses progress status meta index completed finished done"
  ).split(" "),
);

/** Things that are kept in lists and sets of their own, and that a queue may be of: an `event_queue` is one. */
const THINGS = new Set(
  (
    "event events analytics score scores scoreboard token tokens view views viewed visit visits slot slots coupon coupons stock inventory code " +
    "codes prize prizes undo redo stack"
  ).split(" "),
);

/** True for a key that work waits under, by its words. */
export function isQueueLike(key: RedisKey | undefined): boolean {
  if (key === undefined || isOther(key)) return false;
  return key.words.some((word) => QUEUE_WORDS.has(word) || word.includes("queue"));
}

/** True for a key whose words say that it is something else. */
export function isOther(key: RedisKey): boolean {
  if (key.words.some((word) => OTHER_WORDS.has(word))) return true;
  return key.words.some((word) => THINGS.has(word)) && !key.words.some((word) => word.includes("queue"));
}

/** `delayQueue:processing` -> delay, queue, processing */
export function wordsOf(text: string): readonly string[] {
  return text
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== "");
}

/** The name of a think-queue: `mail` of `queues:mail`, `{queues:mail}` and their `:delayed`. */
export function isThinkQueue(key: RedisKey | undefined): boolean {
  return key !== undefined && /^\{?queues:/.test(key.text);
}

/** "queue `jobs`", "`notifications`" */
export function keyWords(key: RedisKey | undefined): string {
  return key === undefined ? "the key" : `\`${key.text}\``;
}
