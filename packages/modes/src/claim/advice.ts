import type { ClaimOptions, Diagnostic, OptionPlace } from "@queuegen/model";

/** Codes of what is right, and may not be meant so: `queuegen lint` tells it, at a level that `lint.rules` may change. */
export const ADVICE: readonly string[] = ["max-attempts", "memory-limit"];

/** What somebody should have thought about. Always `info`. */
export function claimAdvice({ retry, worker }: ClaimOptions, place: OptionPlace): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  if (retry.attempts === 0) {
    found.push({
      code: "max-attempts",
      severity: "info",
      message:
        "Without a limit of attempts a job that cannot succeed is tried for ever: it never becomes dead, and nobody is told.",
      hint: "Set retry.attempts to what is worth trying (5 by default); `queuegen retry` makes dead jobs pending again.",
      at: place("retry.attempts"),
    });
  }
  if (worker.isolation === "process" && worker.maxMemoryMb === null) {
    found.push({
      code: "memory-limit",
      severity: "info",
      message:
        "The child processes of this queue have no limit of memory: a job that takes all of it takes the parent and its neighbours along.",
      hint: "Set worker.maxMemoryMb: a child that takes more is killed and replaced, which costs its job one attempt.",
      at: place("worker.isolation"),
    });
  }
  return found;
}
