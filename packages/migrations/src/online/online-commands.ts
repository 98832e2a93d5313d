import { alterClauses } from "./alter-clauses.js";
import { shellQuote } from "./shell-quote.js";

/** Where the tools find the table; what is left out becomes a variable of the shell. Never a password: both tools ask for it. */
export interface OnlinePlace {
  readonly host?: string;
  readonly port?: number;
  readonly user?: string;
  readonly database?: string;
}

/** One command a tool, ready for a POSIX shell, and what to know before. */
export interface OnlineCommands {
  readonly ghost: string;
  readonly ptOnlineSchemaChange: string;
  readonly notes: readonly string[];
}

/**
 * How gh-ost and pt-online-schema-change would carry out an ALTER TABLE: they copy the table beside the one in use and swap
 * the two. `undefined` where the statement is none or needs no copy (a rename of the table). Pure.
 */
export function onlineCommands(statement: string, place: OnlinePlace = {}): OnlineCommands | undefined {
  const alter = alterClauses(statement);
  if (
    alter === undefined ||
    alter.clauses.length === 0 ||
    alter.clauses.some((clause) => /^RENAME\s+(?:TO|AS)\b/i.test(clause))
  ) {
    return undefined;
  }
  const { table, clauses } = alter;
  const text = shellQuote(clauses.join(", "));
  const renames = clauses.some((clause) => /^(?:RENAME\s+COLUMN|CHANGE)\b/i.test(clause));
  const unique = clauses.some((clause) => /^ADD\s+UNIQUE\b/i.test(clause));
  return {
    ghost: [
      "gh-ost",
      `--host=${word(place.host, "DB_HOST")}`,
      `--port=${word(place.port?.toString(), "DB_PORT")}`,
      `--user=${word(place.user, "DB_USER")}`,
      "--ask-pass",
      `--database=${word(place.database, "DB_NAME")}`,
      `--table=${shellQuote(table)}`,
      `--alter=${text}`,
      "--allow-on-master",
      "--cut-over-lock-timeout-seconds=3",
      ...(renames ? ["--approve-renamed-columns"] : []),
      "--execute",
    ].join(" "),
    ptOnlineSchemaChange: [
      "pt-online-schema-change",
      "--ask-pass",
      `--alter=${text}`,
      "--set-vars=lock_wait_timeout=3",
      ...(renames ? ["--no-check-alter"] : []),
      ...(unique ? ["--no-check-unique-key-change"] : []),
      "--execute",
      dsn(place, table),
    ].join(" "),
    notes: [...(unique ? [UNIQUE] : []), ...(renames ? [RENAMED] : [])],
  };
}

const UNIQUE =
  "Both tools drop rows that are equal in the columns of the new unique index, without a word: look for duplicates first.";
const RENAMED = "A column changes its name: compare some rows of the copy before the swap.";

function word(value: string | undefined, variable: string): string {
  return value === undefined ? `"$${variable}"` : shellQuote(value);
}

/** `h=...,P=...,u=...,D=...,t=...`; a comma inside a value is escaped. */
function dsn({ host, port, user, database }: OnlinePlace, table: string): string {
  const escaped = (value: string | undefined, variable: string): string =>
    word(value?.replaceAll(",", "\\,"), variable);
  return [
    `h=${escaped(host, "DB_HOST")}`,
    `P=${escaped(port?.toString(), "DB_PORT")}`,
    `u=${escaped(user, "DB_USER")}`,
    `D=${escaped(database, "DB_NAME")}`,
    `t=${escaped(table, "")}`,
  ].join(",");
}
