import type { ExplainedStatement } from "./explained-statement.js";
import type { PlanStep } from "./plan.js";
import { FEW_ROWS, SAMPLE_ROWS, type TableSize } from "./samples.js";

/** What the server said about one statement. */
export interface Observation {
  readonly plan: readonly PlanStep[];
  /** `undefined` where it could not be run, for instance because a row was locked. */
  readonly reads: number | undefined;
}

/** Most rows that a statement may read: twice what it asks for, and a few for finding the ends; or all of a table that it may scan. */
export function allowedReads(
  statement: ExplainedStatement,
  { processing, few }: TableSize,
  plan: readonly PlanStep[] = [],
): number {
  const base = 2 * SAMPLE_ROWS + 5;
  if (few && !statement.hinted && plan.some(({ type }) => type === "ALL" || type === "index")) return FEW_ROWS;
  return statement.bound === "limit and processing" ? base + processing : base;
}

/**
 * What is wrong with the plan of a statement or with what it read; nothing when all is well. On a table of few rows a
 * statement without a hint may scan, and one with a hint may walk the whole index that it names (MySQL 9.7, no rows).
 */
export function problemsOf(
  statement: ExplainedStatement,
  { plan, reads }: Observation,
  size: TableSize,
): readonly string[] {
  const accesses = plan.filter(({ type }) => type !== "");
  const allowed = allowedReads(statement, size, plan);
  return [
    ...plan.flatMap(({ extra }) => extraProblems(extra)),
    ...accesses.flatMap((step, at) =>
      accessProblems(step, statement.indexes[at] ?? [], size.few ? statement.hinted : undefined),
    ),
    ...(accesses.length < statement.indexes.length ? ["the plan does not touch the table"] : []),
    ...(reads !== undefined && reads > allowed ? [`reads ${reads} rows where ${allowed} would do`] : []),
  ];
}

function extraProblems(extra: string): readonly string[] {
  return [
    ...(extra.includes("Using filesort") ? ["sorts rows (filesort)"] : []),
    ...(extra.includes("Using temporary") ? ["builds a temporary table"] : []),
  ];
}

/** `hintOfFew`: `undefined` where there are many rows. */
function accessProblems(
  { type, index }: PlanStep,
  right: readonly string[],
  hintOfFew: boolean | undefined,
): readonly string[] {
  if (hintOfFew === false && (type === "ALL" || type === "index")) return [];
  if (hintOfFew === true && type === "index" && right.includes(index ?? "")) return [];
  const best = right[0] ?? "an index";
  if (type === "ALL") return [`scans the whole table instead of using ${best}`];
  if (type === "index") return [`scans the whole index ${index ?? ""} instead of a range of ${best}`];
  return right.includes(index ?? "") ? [] : [`uses ${index ?? "no index"} instead of ${best}`];
}
