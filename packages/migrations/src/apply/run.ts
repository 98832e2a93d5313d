import type { Ledger } from "./ledger.js";
import type { RunnerOptions } from "./runner-options.js";
import type { Session } from "./session.js";

/** A run that holds the lock. */
export interface Run<Options extends RunnerOptions = RunnerOptions> {
  readonly session: Session;
  readonly ledger: Ledger;
  readonly options: Options;
}
