import { indexOn, type QueueModel } from "@queuegen/model";
import { consumerStatements, producerSql, reclaimerStatements, type Statement, serverSql } from "@queuegen/modes";

/** A generated statement with what its plan has to be. */
export interface ExplainedStatement {
  readonly name: string;
  /** Text for the server, named values as `:name`. */
  readonly sql: string;
  /** Indexes that are right for each table access, the best one first, in the order of the plan. */
  readonly indexes: readonly (readonly [string, ...string[]])[];
  /** Whether the statement itself names its index: then it is used on a table of any size. */
  readonly hinted: boolean;
  /** What bounds the rows it may read. */
  readonly bound: "limit" | "limit and processing" | "ids" | "keys";
}

/** Every statement of a queue that looks rows up: all but the plain INSERT. */
export function explainedStatements(model: QueueModel): readonly ExplainedStatement[] {
  const { duplicates } = producerSql(model);
  const statements = [...consumerStatements(model, serverSql), ...reclaimerStatements(model, serverSql)];
  return [
    ...statements.map((statement) => explained(model, statement)),
    ...(duplicates === undefined ? [] : [duplicateCheck(model, duplicates)]),
  ];
}

function explained(model: QueueModel, { name, sql }: Statement): ExplainedStatement {
  const forced = forcedIndexes(sql).map((index) => [index] as const);
  const hinted = forced.length > 0;
  return { name, sql, indexes: hinted ? forced : [byId(model)], hinted, bound: boundOf(sql) };
}

function duplicateCheck(model: QueueModel, sql: string): ExplainedStatement {
  const index = indexOn(model, ["dedupe_key"])?.name ?? "PRIMARY";
  return { name: "duplicates", sql, indexes: [[index]], hinted: false, bound: "keys" };
}

function forcedIndexes(sql: string): readonly string[] {
  const names = [...sql.matchAll(/FORCE INDEX \((?:`((?:[^`]|``)+)`|(\w+))\)/g)];
  return names.map(([, quoted, bare]) => quoted?.replaceAll("``", "`") ?? bare ?? "");
}

/**
 * A single-table DELETE takes no hint. MariaDB finds its ids through the index on (status, id), which reads two entries
 * a row instead of one and is as good.
 */
function byId(model: QueueModel): readonly [string, ...string[]] {
  return ["PRIMARY", ...[indexOn(model, ["status", "id"])?.name ?? []].flat()];
}

/** The look for expired claims walks the rows in work until it has found enough that are late. */
function boundOf(sql: string): ExplainedStatement["bound"] {
  if (!sql.includes(":limit")) return "ids";
  return sql.includes("UNIX_TIMESTAMP()") ? "limit and processing" : "limit";
}
