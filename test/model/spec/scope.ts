import type { Chances, Status } from "./state.js";

/** What one run of the explorer looks at: how many of what, and which faults. */
export interface Scope {
  readonly name: string;
  readonly workers: number;
  readonly rows: readonly { readonly status?: Status; readonly due?: number }[];
  /** Handlers that a worker runs at once. */
  readonly slots: number;
  /** Attempts before a row is dead. */
  readonly max: number;
  /** Whole seconds. */
  readonly lease: number;
  readonly ticksPerSecond: 1 | 2;
  /** Ticks between two looks of the reclaimer that must agree. */
  readonly interval: number;
  /** Backoffs that a failed attempt may get, in ticks. */
  readonly backoffs: readonly number[];
  /** Ticks that final rows stay. */
  readonly keep: number;
  readonly does: ReadonlySet<Deed>;
  /**
   * Workers that are neither frozen nor cut off beat at least every so many ticks, and give up in time: time waits for them.
   * null: a worker may be late with everything, which is how it freezes.
   */
  readonly punctual: number | null;
  readonly chances: Chances;
}

/**
 * What happens in a scope beside claim, start and completion. "fused": a completion and the next claim in one transaction. "late": the server may run a statement after its connection
 * died. "staleLook": time passes between a look and its claim; elsewhere the claim is sent with the look.
 */
export type Deed =
  | "heartbeat"
  | "retry"
  | "dead"
  | "back"
  | "release"
  | "transaction"
  | "retryDead"
  | "dueNow"
  | "cancel"
  | "releaseHeld"
  | "purge"
  | "deleteDone"
  | "group"
  | "late"
  | "fused"
  | "staleLook";

const NOTHING_WRONG: Chances = { crashes: 0, losses: 0, jumps: 0, freezes: 0, cuts: 0, operator: 0 };

export function scope(
  name: string,
  {
    does = [],
    chances = {},
    ...rest
  }: Partial<Omit<Scope, "does" | "chances" | "name">> & {
    readonly does?: readonly Deed[];
    readonly chances?: Partial<Chances>;
  },
): Scope {
  return {
    name,
    workers: 2,
    rows: [{}],
    slots: 1,
    max: 2,
    lease: 1,
    ticksPerSecond: 1,
    interval: 1,
    backoffs: [0],
    keep: 0,
    punctual: null,
    ...rest,
    does: new Set(does),
    chances: { ...NOTHING_WRONG, ...chances },
  };
}
