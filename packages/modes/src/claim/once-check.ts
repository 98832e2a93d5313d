import { type Backoff, type ClaimOptions, type Diagnostic, formatDuration, type OptionPlace } from "@queuegen/model";

/** A key that is forgotten while its job is still tried again lets its effect happen twice. */
export function onceChecks({ once, retry, retention }: ClaimOptions, place: OptionPlace): readonly Diagnostic[] {
  if (!once || retention.once === null) return [];
  const wait = longestWait(retry.attempts, retry.backoff);
  if (wait <= retention.once) return [];
  return [
    {
      code: "once-retention",
      severity: "error",
      message: `The log of ctx.once remembers a key for ${formatDuration(retention.once)}, and the attempts of a job may be spread over ${formatDuration(wait)}: a late one would run its functions again.`,
      hint: "Raise retention: { once } (null: for ever), or shorten the backoff.",
      at: place("retention.once"),
    },
  ];
}

/** From the first attempt to the last, jitter included. Without a limit of attempts: from one to the next. */
function longestWait(attempts: number, backoff: Backoff): number {
  let sum = 0;
  for (let attempt = 1; attempt < attempts; attempt++) sum += waitAfter(attempt, backoff);
  const wait = attempts === 0 ? waitAfter(10_000, backoff) : sum;
  return Math.ceil(wait * (1 + backoff.jitter / 2));
}

function waitAfter(attempt: number, backoff: Backoff): number {
  switch (backoff.kind) {
    case "exponential":
      return Math.min(backoff.max, backoff.first * backoff.factor ** (attempt - 1));
    case "list":
      return backoff.delays[Math.min(attempt, backoff.delays.length) - 1] ?? 0;
    case "fixed":
      return backoff.delay;
  }
}
