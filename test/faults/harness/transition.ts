/** What the rules of a queue look at in one row. */
export interface RowState {
  readonly status: number;
  readonly token: string | null;
  /** Epoch seconds. */
  readonly claimTime: number | null;
  readonly worker: string | null;
  readonly attempts: number;
  /** Epoch ms, as are `finish` and `runAt`. */
  readonly start: number | null;
  readonly finish: number | null;
  readonly runAt: number | null;
}

/** One committed change of one row, as the server's own triggers saw it. */
export interface Transition {
  /** Ascending for one job: it is drawn while the row is locked. */
  readonly seq: number;
  readonly job: string;
  /** Epoch ms of the database at the start of the statement, which is the clock that the statement's guards saw. */
  readonly at: number;
  /** `undefined` for an insert. */
  readonly before: RowState | undefined;
  /** `undefined` for a delete. */
  readonly after: RowState | undefined;
  /** Name of the process whose session made the change (`SET @queue_actor`); null for a session without a name. */
  readonly actor: string | null;
  readonly connection: number;
}

/** One line of a trace: `1234 +0.512s w3#88  1 -> 2  attempts 1  token ab12cd34`. */
export function describeTransition(transition: Transition, origin: number): string {
  const { seq, at, before, after, actor, connection } = transition;
  const state = after ?? before;
  const parts = [
    `${seq} +${((at - origin) / 1000).toFixed(3)}s ${actor ?? "?"}#${connection}`,
    `${before?.status ?? "-"} -> ${after?.status ?? "gone"}`,
    `attempts ${before?.attempts ?? "-"}->${after?.attempts ?? "-"}`,
    `token ${short(before?.token)}->${short(after?.token)}`,
    `claim_time ${before?.claimTime ?? "-"}->${after?.claimTime ?? "-"}`,
    `start ${before?.start ?? "-"}->${after?.start ?? "-"}`,
  ];
  if (state?.runAt != null || before?.runAt != null) parts.push(`run_at ${before?.runAt}->${after?.runAt}`);
  return parts.join("  ");
}

function short(token: string | null | undefined): string {
  return token?.slice(-8) ?? "-";
}
