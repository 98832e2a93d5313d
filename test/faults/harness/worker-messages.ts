import type { FromWorker } from "./processes/messages.js";

type Matches = (message: FromWorker) => boolean;

/** The handler of this job began, in this attempt or in any. */
export function beginOf(job: string | undefined, attempt?: number): Matches {
  return (message) =>
    message.kind === "begin" && message.job === job && (attempt === undefined || message.attempt === attempt);
}

/** The handler of this job came to its end. */
export function endOf(job: string | undefined): Matches {
  return (message) => message.kind === "end" && message.job === job;
}

/** The handler of this job was told that it lost its claim. */
export function lostTo(job: string | undefined): Matches {
  return (message) => message.kind === "error" && message.job === job && message.error.name === "ClaimLostError";
}

/** The worker's event that a claim is lost. */
export function lossOf(job: string | undefined): Matches {
  return (message) => message.kind === "event" && message.event === "claimLost" && message.job === job;
}

/** The answer to `ask`. */
export function answerOf(job: string | undefined): Matches {
  return (message) => message.kind === "answer" && message.job === job;
}
