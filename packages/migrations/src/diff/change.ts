/** Stable names of what can happen to a table: they are typed after `--allow-destructive` and stand in reports. */
export const CHANGE_CODES = [
  "drop-table",
  "rename-table",
  "table-comment",
  "add-column",
  "drop-column",
  "rename-column",
  "move-column",
  "column-comment",
  "column-default",
  "allow-null",
  "forbid-null",
  "widen-type",
  "change-type",
  "narrow-type",
  "auto-increment",
  "add-index",
  "add-unique-index",
  "drop-index",
  "change-index",
  "rename-index",
] as const;

export type ChangeCode = (typeof CHANGE_CODES)[number];

/** The kinds of change that may lose something, or fail because of what is in the rows. */
export const DESTRUCTIVE_CODES = ["drop-table", "drop-column", "narrow-type", "forbid-null"] as const;

export type DestructiveCode = (typeof DESTRUCTIVE_CODES)[number];

/** One difference between two definitions of a table. Each flag is a text that says more, absent where it does not hold. */
export interface Change {
  readonly code: ChangeCode;
  /** Name of the column, index or table, the new one where it is renamed. */
  readonly subject: string;
  /** What became of what, as the end of a sentence: `column "channel" is new`. */
  readonly words: string;
  /** What would be lost. Present exactly for the codes of `DESTRUCTIVE_CODES`. */
  readonly destructive?: string;
  /** Why the server has to copy the whole table. */
  readonly copies?: string;
  /** Who waits, and for how long. */
  readonly blocks?: string;
  /** What somebody who deploys it should know; no reason to refuse it. */
  readonly note?: string;
}

/** Whether only somebody who reads the table sees it: comments, and the order of columns. It asks for no migration of its own. */
export function isCosmetic({ code }: Change): boolean {
  return code === "table-comment" || code === "column-comment" || code === "move-column";
}
