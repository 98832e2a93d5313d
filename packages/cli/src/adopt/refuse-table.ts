import type { LiveTable } from "@queuegen/migrations/apply";
import type { Diagnostic } from "@queuegen/model";

/** Why a queue cannot live in this table at all; all reasons together. Pure. */
export function refuseTable(live: LiveTable): readonly Diagnostic[] {
  const kind = kindProblem(live);
  return kind === undefined ? [...keyProblems(live), ...copyProblems(live)] : [kind];
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
  if (/^(?:tiny|small|medium|big)?int( unsigned)?$/.test(type)) return [];
  const message = `the key "${name}" of table "${table}" is ${type}: jobs are claimed in the order of their ids, and ids stand in the statements as digits, which no server compares as text. That takes an integer.`;
  return [problem(message, OWN_TABLE)];
}

/** MySQL adds no column to such a table but by copying it while writers wait. */
function copyProblems({ definition: { table }, otherIndexes, server }: LiveTable): readonly Diagnostic[] {
  const fulltext = otherIndexes.filter(({ type }) => type === "FULLTEXT").map(({ name }) => `"${name}"`);
  if (server.mariadb || fulltext.length === 0) return [];
  const message = `table "${table}" has the FULLTEXT index ${fulltext.join(", ")}: MySQL adds a column to such a table only by copying it, and writes wait meanwhile.`;
  return [problem(message, OWN_TABLE)];
}

function problem(message: string, hint: string): Diagnostic {
  return { code: "adopt-table", severity: "error", message, hint };
}
