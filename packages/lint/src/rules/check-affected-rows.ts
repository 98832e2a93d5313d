import type { StatementFact } from "../facts/code.js";
import { comparisons } from "../facts/columns.js";
import { walk } from "../facts/expression.js";
import { findQueue, type Project, sameName } from "../facts/project.js";
import { isClaim, type QueueStatement, queueStatement } from "../facts/queue-statement.js";
import { tableWords } from "../facts/scope.js";
import type { Statement } from "../facts/statement.js";
import { withInner } from "../facts/statement.js";
import type { Rule, RuleMeta } from "../rule.js";
import { QUEUE_TRIGGERS } from "./queue-triggers.js";

const meta: RuleMeta = {
  name: "check-affected-rows",
  summary: "A claim tells by its affected rows what was won; who does not ask works on rows of others.",
  severity: { queue: "warning", work: "off", elsewhere: "off" },
  triggers: QUEUE_TRIGGERS,
};

export const checkAffectedRows: Rule = {
  meta,
  statement: (fact, project) => {
    const queued = queueStatement(fact, project);
    if (queued === undefined || fact.underLock || fact.answer !== "ignored" || !isClaim(queued)) return [];
    const { scope, statement, columns, expected, isUnclaimed } = queued;
    const isGuarded = expected?.states.has("new") === true || isUnclaimed;
    if (!isGuarded || tellsItsId(statement) || isReadBack(queued, fact, project)) return [];
    return [
      {
        at: { source: fact.source, span: statement.span },
        outer: fact.outer,
        scope: scope.kind,
        table: scope.table,
        message: `nobody looks at what this claim on ${tableWords(scope)} has won: with four workers on one backlog seven claims in ten win nothing, and rows that another one has won are then worked on as well.`,
        help: `go on only with what it has affected: all sent means all won, 0 none; else read back \`WHERE ${columns.id} IN (...) AND ${columns.claimToken} = ?\`.`,
      },
    ];
  },
};

/** `id = LAST_INSERT_ID(id)`: the next statement asks for it. */
function tellsItsId({ sets }: Statement): boolean {
  return sets.some(({ value }) =>
    [...walk(value)].some((part) => part.kind === "call" && part.name === "last_insert_id"),
  );
}

/** A read of the same file finds the rows by something that the claim has written: its token, or who it is. */
function isReadBack({ statement, columns }: QueueStatement, fact: StatementFact, project: Project): boolean {
  const marks = statement.sets.filter(({ value }) => value.kind === "parameter" || value.kind === "call");
  const file = project.files.find(({ source }) => source.path === fact.source.path);
  return (file?.statements ?? []).some((other) =>
    [...withInner(other.statement)].some(
      (read) =>
        read.verb === "select" &&
        read.tables.some(({ name }) => (findQueue(project, name)?.table ?? name) === columns.table) &&
        comparisons(read.where).some(
          (c) => ["=", "in", "<=>"].includes(c.operator) && marks.some(({ column }) => sameName(column, c.column)),
        ),
    ),
  );
}
