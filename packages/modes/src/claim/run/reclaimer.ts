import { compile, type Reclaim, type ReclaimEnv, type Reclaimer, type Session } from "@queuegen/runtime/internal";
import { checkFormat } from "./consumer.js";
import { ExpiredClaims } from "./expired-claims.js";
import { purgeFinished } from "./purge.js";
import { type KeyWord, rowKeys } from "./row-keys.js";
import type { ReclaimStatements } from "./statements.js";

/** What a generated reclaimer says about its queue. Durations in ms. */
export interface ReclaimSpec {
  readonly format: number;
  readonly queue: string;
  readonly table: string;
  readonly statements: ReclaimStatements;
  readonly key?: KeyWord;
  readonly lease: number;
  readonly heartbeat: number;
  /** How long final rows stay; null = for ever. */
  readonly retention: {
    readonly done: number | null;
    readonly dead: number | null;
    /** Of the logs that the queue writes; without one it writes none. */
    readonly once?: number | null;
    readonly runLog?: number | null;
  };
}

/** Base of the generated reclaimers of mode claim. */
export class ClaimReclaimer implements Reclaimer {
  readonly #spec: ReclaimSpec;
  readonly queue: string;
  readonly heartbeat: number;
  readonly retention: ReclaimSpec["retention"];

  constructor(spec: ReclaimSpec) {
    checkFormat(spec);
    this.#spec = spec;
    this.queue = spec.queue;
    this.heartbeat = spec.heartbeat;
    this.retention = spec.retention;
  }

  open(env: ReclaimEnv): Reclaim {
    const { retention, key } = this.#spec;
    const keys = rowKeys(key);
    const expired = new ExpiredClaims(this.#spec, env, keys);
    const finished = compile(this.#spec.statements.finished);
    const purge = compile(this.#spec.statements.purge);
    return {
      look: (session, patience) => expired.look(session, patience),
      reclaim: (session) => expired.reclaim(session),
      purge: (session: Session, signal) => purgeFinished(session, { finished, purge }, keys, retention, signal),
    };
  }
}
