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
  readonly report: (event: RunnerEvent) => void;
  /** Heard between two migrations and while waiting. */
  readonly signal?: AbortSignal;
}

export type RunnerEvent =
  | { readonly kind: "waiting"; readonly holder: string }
  | { readonly kind: "applied" | "reverted"; readonly name: string; readonly statements: number; readonly ms: number };
