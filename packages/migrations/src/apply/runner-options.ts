import type { Connection } from "mysql2/promise";
import type { MigrationFolder } from "../folder/migration-folder.js";

/** What every run of the runner needs. */
export interface RunnerOptions {
  /** With a database selected; stays open. */
  readonly connection: Connection;
  readonly folders: readonly MigrationFolder[];
  readonly tablePrefix: string;
  /** How long to wait for another runner, in ms. */
  readonly lockWaitMs: number;
  /** False: no lock at all, for servers and proxies that have no GET_LOCK; the caller sees to it that one run goes on at a time. */
  readonly lock?: false;
  /** Seconds that a statement waits for a table that somebody uses, each time it is tried; at least 1. */
  readonly lockTimeout: number;
  /** How often a statement is tried before the run gives up; at least 1. */
  readonly lockTries: number;
  readonly report: (event: RunnerEvent) => void;
  /** Heard between two migrations and while waiting. */
  readonly signal?: AbortSignal;
}

export type RunnerEvent =
  | { readonly kind: "waiting"; readonly holder: string }
  /** A statement got no lock in time; `holders` says who has it, as far as that can be seen. It is tried again. */
  | {
      readonly kind: "blocked";
      readonly place: string;
      readonly holders: string;
      readonly tried: number;
      readonly of: number;
    }
  | { readonly kind: "applied" | "reverted"; readonly name: string; readonly statements: number; readonly ms: number };
