import type { LiveTable } from "@queuegen/migrations/apply";
import type { Diagnostic } from "@queuegen/model";
import { ADDED_FIELDS } from "./choices.js";
import { withoutEncoding } from "./column-call.js";

/** Why a queue cannot live in this table at all; all reasons together. Pure. */
export function refuseTable(live: LiveTable, { allowCopy }: { readonly allowCopy: boolean }): readonly Diagnostic[] {
  const kind = kindProblem(live);
  if (kind !== undefined) return [kind];
  return [...keyProblems(live), ...roomProblems(live), ...(allowCopy ? [] : copyProblems(live))];
}

function kindProblem({ definition: { table }, kind, engine }: LiveTable): Diagnostic | undefined {
  if (kind === "view") {
    return problem(`"${table}" is a view: a queue needs columns of its own.`, "Adopt the table that it reads.");
  }
  if (kind === "system-versioned") {
    const why = "each claim and heartbeat would write a row of its history";
    return problem(`"${table}" is a system-versioned table: ${why}.`, OWN_TABLE);
  }
  if (kind !== "table") return problem(`"${table}" is no table that rows can be claimed in.`, OWN_TABLE);
  if (engine?.toLowerCase() === "innodb") return undefined;
  const message = `"${table}" is kept by engine ${engine}: without row locks and transactions no claim is safe.`;
  return problem(message, `Convert it first: ALTER TABLE \`${table}\` ENGINE=InnoDB; that copies the table.`);
}

const OWN_TABLE =
  "Make a queue with a table of its own (`queuegen add` without --adopt) and enqueue a job with each row.";

function keyProblems({ definition }: LiveTable): readonly Diagnostic[] {
  const { table, primaryKey, columns } = definition;
  const [name] = primaryKey;
  if (name === undefined) {
    const hint = `Add one that the server numbers: ALTER TABLE \`${table}\` ADD COLUMN id bigint unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY; that rebuilds the table.`;
    return [problem(`table "${table}" has no primary key: a claim names its rows by it.`, hint)];
  }
  if (primaryKey.length > 1) {
    const message = `table "${table}" has a key of ${primaryKey.length} columns (${primaryKey.join(", ")}): claims, heartbeats and completions name their rows by one value.`;
    return [problem(message, OWN_TABLE)];
  }
  const type = columns.find((column) => column.name === name)?.type ?? "";
  if (!/^(?:(?:tiny|small|medium|big)?int(?: unsigned)?$|(?:var)?(?:char|binary)\(|uuid$)/.test(type)) {
    const message = `the key "${name}" of table "${table}" is ${withoutEncoding(type)}: statements name their rows by an integer, by a text or by bytes, and no other type is compared in the same way by all servers.`;
    return [problem(message, OWN_TABLE)];
  }
  if (keyBytes(type) < LONGEST_KEY) return [];
  const message = `the key "${name}" of table "${table}" is ${withoutEncoding(type)}: no index on the state and the key can be as long as that (${LONGEST_KEY} bytes at most).`;
  return [problem(message, OWN_TABLE)];
}

/** Of an index on InnoDB, in bytes; the state takes one of them. */
const LONGEST_KEY = 3_072;

const CHARACTER_BYTES: Readonly<Record<string, number>> = { utf8mb4: 4, utf8mb3: 3, latin1: 1, ascii: 1 };

function keyBytes(type: string): number {
  const [, word = "", length = "0", charset = "utf8mb4"] = /^(\w+)\((\d+)\)(?: CHARACTER SET (\w+))?/.exec(type) ?? [];
  return Number(length) * (word.endsWith("char") ? (CHARACTER_BYTES[charset] ?? 4) : 1);
}

/** InnoDB's, with room for the hidden ones. */
const MOST_COLUMNS = 1_017;
const MOST_INDEXES = 64;
const ADDED_INDEXES = 2;

function roomProblems({ definition, otherIndexes }: LiveTable): readonly Diagnostic[] {
  const { table, columns, indexes } = definition;
  const keys = 1 + indexes.length + otherIndexes.length;
  return [
    ...(columns.length + ADDED_FIELDS.length > MOST_COLUMNS
      ? [
          problem(
            `table "${table}" has ${columns.length} columns: with those of a queue it would have more than ${MOST_COLUMNS}.`,
            OWN_TABLE,
          ),
        ]
      : []),
    ...(keys + ADDED_INDEXES > MOST_INDEXES
      ? [
          problem(
            `table "${table}" has ${keys} indexes: a queue adds ${ADDED_INDEXES}, and a table has ${MOST_INDEXES} at most.`,
            `Drop one that nobody needs. ${OWN_TABLE}`,
          ),
        ]
      : []),
  ];
}

/** Indexes that keep a server from adding a column but by building the table anew while writers wait. */
export function copyingIndexes({ otherIndexes }: LiveTable): readonly string[] {
  return otherIndexes.filter(({ type }) => type === "FULLTEXT").map(({ name }) => name);
}

function copyProblems(live: LiveTable): readonly Diagnostic[] {
  const names = copyingIndexes(live).map((name) => `"${name}"`);
  if (names.length === 0) return [];
  const message = `table "${live.definition.table}" has the FULLTEXT index ${names.join(", ")}: the server adds columns to such a table only by building it anew, and writes wait meanwhile.`;
  return [
    problem(
      message,
      `--allow-copy takes that on, for a table that is small or at a time when nobody writes. ${OWN_TABLE}`,
    ),
  ];
}

function problem(message: string, hint: string): Diagnostic {
  return { code: "adopt-table", severity: "error", message, hint };
}
