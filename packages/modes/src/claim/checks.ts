import type { ClaimOptions, Diagnostic, OptionPlace } from "@queuegen/model";
import { formatDuration } from "@queuegen/model";
import { claimAdvice } from "./advice.js";
import { onceChecks } from "./once-check.js";

/** What only several options of a claim queue together show. */
export function claimChecks(options: ClaimOptions, place: OptionPlace): readonly Diagnostic[] {
  return [leaseChecks, capChecks, backoffChecks, windowChecks, isolationChecks, onceChecks, claimAdvice].flatMap(
    (check) => check(options, place),
  );
}

function isolationChecks({ worker }: ClaimOptions, place: OptionPlace): readonly Diagnostic[] {
  if (worker.isolation === "process" || worker.maxMemoryMb === null) return [];
  return [
    {
      code: "isolation-memory",
      severity: "error",
      message: `maxMemoryMb limits the child processes of isolation "process"; the handlers of this queue run in the worker itself.`,
      hint: 'Add isolation: "process" to worker, or start the worker with --max-rss, which lets the whole process begin anew.',
      at: place("worker.maxMemoryMb"),
    },
  ];
}

function leaseChecks({ claim }: ClaimOptions, place: OptionPlace): readonly Diagnostic[] {
  if (claim.lease >= 3 * claim.heartbeat) return [];
  return [
    {
      code: "reclaim-threshold",
      severity: "error",
      message: `The lease of ${formatDuration(claim.lease)} is shorter than three heartbeats of ${formatDuration(claim.heartbeat)}: one late heartbeat and the job is given to another worker while it runs.`,
      hint: `Leave heartbeat out (it is lease / 3), or set it to at most ${formatDuration(wholeSeconds(claim.lease / 3))}.`,
      at: place("claim.heartbeat"),
    },
  ];
}

function capChecks({ worker }: ClaimOptions, place: OptionPlace): readonly Diagnostic[] {
  if (worker.maxConcurrency >= worker.concurrency) return [];
  return [
    {
      code: "concurrency-cap",
      severity: "error",
      message: `maxConcurrency (${worker.maxConcurrency}) is less than concurrency (${worker.concurrency}): a worker would start beyond its own cap.`,
      hint: `Leave maxConcurrency out (it is 10 x concurrency), or set it to at least ${worker.concurrency}.`,
      at: place("worker.maxConcurrency"),
    },
  ];
}

function wholeSeconds(ms: number): number {
  return Math.floor(ms / 1_000) * 1_000;
}

function backoffChecks({ retry }: ClaimOptions, place: OptionPlace): readonly Diagnostic[] {
  const { backoff } = retry;
  if (backoff.kind !== "exponential" || backoff.max >= backoff.first) return [];
  return [
    {
      code: "backoff-order",
      severity: "error",
      message: `The backoff starts at ${formatDuration(backoff.first)} and is capped at ${formatDuration(backoff.max)}, which is less.`,
      hint: `Set max to at least ${formatDuration(backoff.first)}, or write one delay for all attempts: backoff: { delay: "${formatDuration(backoff.max)}" }.`,
      at: place("retry.backoff.max"),
    },
  ];
}

function windowChecks({ worker }: ClaimOptions, place: OptionPlace): readonly Diagnostic[] {
  if (worker.style === "loop") return loopChecks(worker, place);
  const { frequency, maxRunTime } = worker;
  if (frequency === null || maxRunTime === null || frequency >= 2 * maxRunTime) return [];
  return [
    {
      code: "frequency-window",
      severity: "error",
      message: `frequency (${formatDuration(frequency)}) is less than twice maxRunTime (${formatDuration(maxRunTime)}): a run that ends late meets the next one.`,
      hint: `Set frequency to at least ${formatDuration(2 * maxRunTime)}, or maxRunTime to at most ${formatDuration(Math.floor(frequency / 2))}.`,
      at: place("worker.frequency"),
    },
  ];
}

function loopChecks(worker: ClaimOptions["worker"], place: OptionPlace): readonly Diagnostic[] {
  return (["frequency", "maxRunTime"] as const)
    .filter((name) => worker[name] !== null)
    .map((name) => ({
      code: "frequency-window",
      severity: "error",
      message: `${name} belongs to style "window"; this queue runs in style "loop", which consumes until it is stopped.`,
      hint: `Remove ${name}, or add style: "window" to worker.`,
      at: place(`worker.${name}`),
    }));
}
