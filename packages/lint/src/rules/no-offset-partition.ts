import { candidates } from "../facts/candidate.js";
import type { StatementFact } from "../facts/code.js";
import { comparisons } from "../facts/columns.js";
import { type Expression, walk } from "../facts/expression.js";
import type { Project } from "../facts/project.js";
import { claimWords, scopeOf, tableWords } from "../facts/scope.js";
import { type Statement, withInner } from "../facts/statement.js";
import { statesOf } from "../facts/states.js";
import { isStatusLike } from "../facts/work-shape.js";
import type { Report, Rule, RuleMeta } from "../rule.js";

const meta: RuleMeta = {
  name: "no-offset-partition",
  summary:
    "OFFSET by a worker's number divides nothing: the rows move while they are claimed, and all before them are read.",
  severity: { queue: "error", work: "error", elsewhere: "off" },
  triggers: [
    [
      "worker|shard|concurren|node_?(?:id|index|no)|instance|partition|slot|consumer|thread",
      String.raw`\boffset\b|\bskip\b|\blimit\s+\S+\s*,`,
      "where",
    ],
  ],
};

export const noOffsetPartition: Rule = {
  meta,
  statement: (fact, project) => [...offsets(fact, project), ...shares(fact, project)],
};

function offsets({ statement, source, outer }: StatementFact, project: Project): Report[] {
  return [...withInner(statement)].flatMap((one): Report[] => {
    const offset = one.limit?.offset;
    const worker = offset && workerIn(offset);
    if (worker === undefined || !looksForWork(one)) return [];
    const scope = scopeOf(one, project);
    return [
      {
        at: { source, span: offset!.span },
        outer,
        scope: scope.kind,
        table: scope.table,
        message: `OFFSET by \`${worker}\` divides ${tableWords(scope)} among workers: each claim moves the rows behind it, so some are taken by nobody for long, and all rows before it are read (OFFSET 100000: 100,020 rows for 20).`,
        help: `let every worker claim from the head of one queue (${claimWords(scope)}); what another one has won is not affected.`,
      },
    ];
  });
}

/** `slot = ${workerIndex}` among the conditions of a look. */
function shares(fact: StatementFact, project: Project): Report[] {
  return candidates(fact, project).flatMap(({ compared, scope }): Report[] => {
    const share = compared.find(
      (c) => c.operator === "=" && c.value.kind === "parameter" && WORKER.test(c.value.text) && !OWNER.test(c.column),
    );
    if (share?.value.kind !== "parameter") return [];
    return [
      {
        at: { source: fact.source, span: share.condition.span },
        outer: fact.outer,
        scope: scope.kind,
        table: scope.table,
        severity: "warning",
        message: `\`${share.column}\` binds rows of ${tableWords(scope)} to one worker (\`${share.value.text}\`): when there are fewer workers, or one stands still, nobody takes its rows.`,
        help: `let every worker claim from one queue (${claimWords(scope)}); a worker's number names it, it divides nothing.`,
      },
    ];
  });
}

/** Columns that say who has a row. */
const OWNER = /worker|owner|claim|lock|node|host|consumer/i;

/** `workerIndex * 20`: a number that names a worker, not a page. */
const WORKER =
  /worker|shard|concurren|(?:^|[^a-z])node_?(?:id|index|no|num)|instance|partition|(?:^|[^a-z])slot|consumer|thread|process_?(?:id|index|no|num)|process\.pid/i;

function workerIn(offset: Expression): string | undefined {
  for (const part of walk(offset)) if (part.kind === "parameter" && WORKER.test(part.text)) return part.text;
  return undefined;
}

function looksForWork({ verb, where }: Statement): boolean {
  return (
    verb === "select" &&
    comparisons(where).some((c) => isStatusLike(c.column) && ["=", "in", "is"].includes(c.operator) && !isDone(c.value))
  );
}

function isDone(value: Expression): boolean {
  const states = statesOf(value);
  return states.has("final") && !states.has("new");
}
