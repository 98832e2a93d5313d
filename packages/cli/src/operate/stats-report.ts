import type { Bounded } from "./bounded.js";
import type { QueueStats, WorkerStats } from "./queue-stats.js";
import { clock, number, span } from "./words.js";

/** A block of lines for each queue. */
export function statsText(all: readonly QueueStats[], now: number): string {
  return `${all.map((stats) => queueText(stats, now)).join("\n\n")}\n`;
}

export function statsJson(database: string, all: readonly QueueStats[]): string {
  return `${JSON.stringify({ database, queues: all }, null, 2)}\n`;
}

function queueText(stats: QueueStats, now: number): string {
  const { pending, waiting, inWork, done, dead } = stats;
  const rows: readonly (readonly [string, Bounded, string])[] = [
    ["pending", pending, oldestText(pending)],
    ["waiting", waiting, waitingText(waiting)],
    [
      "in work",
      inWork,
      inWork.jobs === 0
        ? ""
        : `by ${number(stats.workers.length)} ${stats.workers.length === 1 ? "worker" : "workers"}`,
    ],
    ["done", done, recentText(done)],
    ["dead", dead, recentText(dead)],
  ];
  const width = Math.max(...rows.map(([, count]) => bound(count).length), 6);
  return [
    `${stats.queue} (table ${stats.table})${stats.paused ? "  PAUSED" : ""}`,
    ...rows.map(([word, count, note]) => `  ${word.padEnd(8)} ${bound(count).padStart(width)}   ${note}`.trimEnd()),
    ...controlLines(stats, now),
    ...workerLines(stats.workers),
  ].join("\n");
}

/** `123`, `10,000+`. */
function bound({ jobs, more }: Bounded): string {
  return `${number(jobs)}${more ? "+" : ""}`;
}

function oldestText({ oldestId, oldestAge }: QueueStats["pending"]): string {
  if (oldestId === null) return "";
  return oldestAge === null ? `first id ${oldestId}` : `oldest ${span(oldestAge)} (id ${oldestId})`;
}

function waitingText({ due, nextIn }: QueueStats["waiting"]): string {
  const parts = [
    ...(due.jobs > 0 ? [`${bound(due)} due`] : []),
    ...(nextIn === null ? [] : [`next in ${span(nextIn)}`]),
  ];
  return parts.join(", ");
}

function recentText({ lastMinute, lastHour }: QueueStats["done"]): string {
  if (lastMinute === null || lastHour === null) return "rows are deleted on success";
  if (lastHour.jobs === 0) return "";
  return `${bound(lastMinute)} in the last minute, ${bound(lastHour)} in the last hour`;
}

function controlLines({ queue, paused, concurrency, restartAt, maintainer }: QueueStats, now: number): string[] {
  const each = concurrency.process === null ? `${concurrency.schema}` : `${concurrency.process} by the operator`;
  const all = concurrency.global === null ? "" : `, ${concurrency.global} in all of them`;
  return [
    ...(paused ? [`  paused: \`queuegen resume ${queue}\` goes on`] : []),
    `  at once: ${each} in each process${all}`,
    ...(restartAt === null ? [] : [`  restart asked for: ${clock(restartAt, now)}`]),
    `  takes back and purges: ${maintainer ?? "nobody, no worker runs"}`,
  ];
}

function workerLines(workers: readonly WorkerStats[]): readonly string[] {
  if (workers.length === 0) return [];
  const names = workers.map(({ worker }) => worker ?? "(unknown)");
  const width = Math.max(...names.map((name) => name.length), 6);
  return [
    `  ${"worker".padEnd(width)}  ${"jobs".padStart(6)}  lease`,
    ...workers.map(
      ({ jobs, leaseLeft }, at) =>
        `  ${(names[at] ?? "").padEnd(width)}  ${number(jobs).padStart(6)}  ${leaseText(leaseLeft)}`,
    ),
  ];
}

function leaseText(left: number | null): string {
  if (left === null) return "none";
  return left >= 0 ? `${span(left)} left` : `over for ${span(-left)}`;
}
