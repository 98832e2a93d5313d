import type { AttemptWork, Consumer, Session, Source, SourceEnv } from "@queuegen/runtime/internal";
import { backoffDelay } from "@queuegen/runtime/internal";
import { checkFormat } from "../../claim/run/consumer.js";
import { BatchReader } from "./batch-reader.js";
import { checkWalk } from "./check-walk.js";
import { CursorSource, type RangeJob } from "./cursor-source.js";
import { Pace } from "./pace.js";
import type { CursorSpec } from "./spec.js";
import { type Walking, walk } from "./walk.js";

/** Base of the generated consumers of mode cursor. What is claimed is a range; the handler gets its rows, batch by batch. */
export class CursorConsumer<Row> implements Consumer<readonly Row[]> {
  readonly #spec: CursorSpec;
  readonly #walking = new WeakMap<object, Walking<Row>>();
  readonly format: number;
  readonly queue: string;
  readonly table: string;
  readonly batch: number;
  readonly lease: number;
  readonly heartbeat: number;
  readonly attempts: number;
  /** A range takes long: none waits here while another worker could walk it. */
  readonly ahead = false;

  constructor(spec: CursorSpec) {
    checkFormat(spec);
    this.#spec = spec;
    this.format = spec.format;
    this.queue = spec.queue;
    this.table = spec.table;
    this.batch = MOST_RANGES;
    this.lease = spec.claim.lease;
    this.heartbeat = spec.claim.heartbeat;
    this.attempts = spec.retry.attempts;
  }

  backoff(attempt: number): number {
    return backoffDelay(this.#spec.retry.backoff, attempt);
  }

  async check(session: Session): Promise<void> {
    await checkWalk(await session.link(), this.#spec);
  }

  open(env: SourceEnv): Source<readonly Row[]> {
    const source = new CursorSource(this.#spec, env);
    this.#walking.set(source, { source, reader: new BatchReader<Row>(source), pace: new Pace(source) });
    return source as unknown as Source<readonly Row[]>;
  }

  attempt<Trx>(work: AttemptWork<readonly Row[], Trx>): Promise<unknown> {
    const walking = this.#walking.get(work.source);
    if (walking === undefined) throw new Error(`queue ${this.queue}: an attempt on ranges of another consumer`);
    return walk(walking, work as unknown as AttemptWork<RangeJob, Trx>);
  }
}

const MOST_RANGES = 1_000;
