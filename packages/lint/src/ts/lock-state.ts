import type { HeldLoop, HeldWork, LockHold, LoopPlace, StatementFact } from "../facts/code.js";

/** A lock while the program is followed; `work` and `loops` grow. */
export interface HoldDraft extends LockHold {
  readonly work: HeldWork[];
  readonly loops: HeldLoop[];
  /** Number of loops around the locking read. */
  readonly depth: number;
}

export interface OpenTransaction {
  readonly id: number;
  /** What its connection is called; none where everything in it runs on it. */
  readonly names: readonly string[];
  /** Number of loops around its beginning. */
  readonly depth: number;
  readonly holds: readonly HoldDraft[];
}

/** What is open at a point of the program. Immutable: branches start from the same one. */
export interface LockState {
  readonly open: readonly OpenTransaction[];
  /** The loops around this point, outermost first. */
  readonly loops: readonly LoopPlace[];
}

export const NOTHING_OPEN: LockState = { open: [], loops: [] };

export function begin(state: LockState, transaction: OpenTransaction): LockState {
  const others = state.open.filter((t) => !t.names.some((name) => transaction.names.includes(name)));
  return { ...state, open: [...others, transaction] };
}

/** Ends the transaction on `name`; where no name tells which, the one begun last. */
export function end(state: LockState, name: string | undefined): LockState {
  const named = state.open.find((t) => name !== undefined && t.names.includes(name));
  const ended = named ?? state.open.at(-1);
  return { ...state, open: state.open.filter((t) => t !== ended) };
}

export function lock(
  state: LockState,
  transaction: OpenTransaction,
  read: StatementFact,
): { state: LockState; hold: HoldDraft } {
  const hold: HoldDraft = { read, work: [], loops: [], depth: state.loops.length };
  const locked = { ...transaction, holds: [...transaction.holds, hold] };
  return { state: { ...state, open: state.open.map((t) => (t === transaction ? locked : t)) }, hold };
}

/** After two branches: a transaction that one of them has ended counts as ended, a lock that one of them took as held. */
export function merge(a: LockState | undefined, b: LockState | undefined): LockState | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const open = a.open.flatMap((one) => {
    const other = b.open.find((t) => t.id === one.id);
    return other === undefined ? [] : [{ ...one, holds: [...new Set([...one.holds, ...other.holds])] }];
  });
  return { ...a, open };
}
