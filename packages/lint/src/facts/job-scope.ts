import type { JobCode } from "./program.js";
import type { Project } from "./project.js";
import type { Scope } from "./scope.js";
import { takingOf } from "./taking.js";

/** Whose jobs the code does; `undefined` for a loop over rows that are no work. */
export function jobScope(job: JobCode, project: Project): Scope | undefined {
  if (job.kind === "rows") return takingOf(job.takes, project)?.scope;
  return { kind: job.kind === "handler" ? "queue" : "work", table: undefined, queue: undefined };
}

/** "this handler", "what is done with each row" */
export function jobWords({ kind }: JobCode): string {
  return kind === "rows" ? "what is done with each row" : "this handler";
}
