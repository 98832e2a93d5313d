/** One run of a handler, written by the handler itself, on a connection of its own pool and in autocommit. */
export interface LedgerEntry {
  readonly job: string;
  readonly attempt: number;
  /** Process that ran it. */
  readonly worker: string;
  /** `claim_token` of the row when the handler began. */
  readonly token: string | null;
  /** Epoch ms of the database. */
  readonly started: number;
  /** null: the handler never came to its effect (killed, or failed on purpose). */
  readonly finished: number | null;
}
