/** A queue that people use instead, at the version that is measured. */
export interface Rival {
  readonly name: string;
  readonly package: string;
  readonly version: string;
  readonly store: "postgres" | "redis";
  /** Ours over it: at least so much, where ours stands on MySQL and on MariaDB. */
  readonly least: { readonly mysql: number; readonly mariadb: number };
  /** As it is configured here. */
  readonly settings: string;
}

export const RIVALS: readonly Rival[] = [
  {
    name: "graphile-worker",
    package: "graphile-worker",
    version: "0.18.0",
    store: "postgres",
    least: { mysql: 1.3, mariadb: 1.8 },
    settings: "local queue of 500, batched completion",
  },
  {
    name: "pg-boss",
    package: "pg-boss",
    version: "12.38.0",
    store: "postgres",
    least: { mysql: 1.5, mariadb: 2.2 },
    settings: "two loops of fetch and complete, batch 200",
  },
  {
    name: "bullmq",
    package: "bullmq",
    version: "6.7.0",
    store: "redis",
    least: { mysql: 2, mariadb: 3 },
    settings: "concurrency 50, append-only file synced every second",
  },
];

/** graphile-worker and pg-boss need a newer Node than this repository's; all rivals run on it. */
export const RIVALS_NODE = "24.21.0";
