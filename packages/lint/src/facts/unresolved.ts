import type { Report } from "../rule.js";
import type { Span } from "../source.js";
import type { FileFacts, StatementFact } from "./code.js";
import type { Statement, TableUse } from "./statement.js";
import { withInner } from "./statement.js";

/** A call that runs SQL of which the file does not tell enough to be read. */
export interface UnresolvedCall {
  /** `pool.query(...)` */
  readonly text: string;
  /** What it is given. */
  readonly argument: Span;
}

const HELP = {
  call: "write the statement where it is run or as a constant of this file; name functions of your own that take SQL in `lint.sinks`.",
  table: "write the name as a constant of this file; until then it is judged by its shape alone.",
  condition: "rules that need the whole WHERE keep quiet here: write its fixed conditions into the statement.",
};

/** SQL of a file that could not be judged in full, and what is not known of it. */
export function unresolvedOf(file: FileFacts): readonly Report[] {
  const calls = (file.unresolved ?? []).map(({ text, argument }) =>
    toReport(
      file,
      argument,
      argument,
      `the SQL that \`${text}\` runs is not known: \`${shortOf(file, argument)}\`.`,
      HELP.call,
    ),
  );
  return [...calls, ...file.statements.flatMap((fact) => ofStatement(file, fact))];
}

function ofStatement(file: FileFacts, { statement, outer }: StatementFact): readonly Report[] {
  const reports: Report[] = [];
  for (const one of withInner(statement)) {
    const table = one.tables.find((use) => isHole(file, use));
    const condition = one.where.find(({ kind }) => kind === "parameter" || kind === "unknown");
    if (table !== undefined) {
      const message = `the table of this ${verb(one)} is not known: \`${shortOf(file, table.span)}\`.`;
      reports.push(toReport(file, table.span, outer, message, HELP.table));
    }
    if (condition !== undefined) {
      const message = `a condition of this ${verb(one)} is not known: \`${shortOf(file, condition.span)}\`.`;
      reports.push(toReport(file, condition.span, outer, message, HELP.condition));
    }
  }
  return reports;
}

/** A derived table has no name either. */
function isHole({ source }: FileFacts, { name, span }: TableUse): boolean {
  return name === undefined && source.text[span.start] !== "(";
}

function verb({ verb }: Statement): string {
  return verb.toUpperCase();
}

function toReport({ source }: FileFacts, span: Span, outer: Span, message: string, help: string): Report {
  return { at: { source, span }, outer, scope: "elsewhere", table: undefined, message, help };
}

function shortOf({ source }: FileFacts, { start, end }: Span): string {
  const text = source.text
    .slice(start, Math.min(end, start + 200))
    .replace(/\s+/g, " ")
    .replaceAll("`", "'");
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
