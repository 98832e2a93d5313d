import {
  type Backoff,
  backoffDelay,
  type ColumnSpecs,
  ConfigError,
  type Consumer,
  type Source,
  type SourceEnv,
} from "@queuegen/runtime/internal";
import type { KeyWord } from "./row-keys.js";
import { ClaimSource } from "./source.js";
import type { ClaimStatements } from "./statements.js";

/** Format of generated code that this runtime reads. */
export const FORMAT = 1;

const MOST = 1_000;

/** What a generated consumer says about its queue. Durations in ms. */
export interface ClaimSpec {
  readonly format: number;
  readonly queue: string;
  readonly table: string;
  readonly statements: ClaimStatements;
  /** Payload columns in the order that the statements read them. */
  readonly columns: ColumnSpecs;
  readonly claim: {
    /** Rows in one claim: adapted to what can start soon, at most this many ("adaptive": 1000). */
    readonly batch: number | "adaptive";
    readonly lease: number;
    readonly heartbeat: number;
    readonly skipLocked: boolean;
  };
  readonly retry: {
    /** 0 = no limit. */
    readonly attempts: number;
    readonly backoff: Backoff;
  };
  readonly onSuccess: "keep" | "delete";
  /** What the key of the table is, where it is no integer. */
  readonly key?: KeyWord;
  /** The table is the application's: candidates have no payload, which is read after the claim. */
  readonly readBack?: boolean;
  /** The last cell of a job is its uid, and `ctx.once` works. */
  readonly once?: boolean;
}

/** Base of the generated consumers of mode claim. */
export class ClaimConsumer<Job> implements Consumer<Job> {
  readonly #spec: ClaimSpec;
  readonly format: number;
  readonly queue: string;
  readonly table: string;
  readonly batch: number;
  readonly lease: number;
  readonly heartbeat: number;
  readonly attempts: number;
  readonly once: boolean;

  constructor(spec: ClaimSpec) {
    checkFormat(spec);
    this.#spec = spec;
    this.format = spec.format;
    this.queue = spec.queue;
    this.table = spec.table;
    this.batch = spec.claim.batch === "adaptive" ? MOST : spec.claim.batch;
    this.lease = spec.claim.lease;
    this.heartbeat = spec.claim.heartbeat;
    this.attempts = spec.retry.attempts;
    this.once = spec.once === true;
  }

  backoff(attempt: number): number {
    return backoffDelay(this.#spec.retry.backoff, attempt);
  }

  open(env: SourceEnv): Source<Job> {
    return new ClaimSource<Job>(this.#spec, env);
  }
}

export function checkFormat({ queue, format }: { readonly queue: string; readonly format: number }): void {
  if (format === FORMAT) return;
  throw new ConfigError(
    `queue ${queue}: its generated code has format ${format}, this version of @queuegen/runtime reads ${FORMAT}. ` +
      "Bring queuegen and @queuegen/runtime to the same version and run `queuegen generate`.",
  );
}
