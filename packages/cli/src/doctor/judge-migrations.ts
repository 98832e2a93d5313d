import type { Drift, MigrationState, TableDrift } from "@queuegen/migrations/apply";
import type { Finding } from "./finding.js";

/** What of the migrations is open, and what has changed behind their back. Pure. */
export function judgeMigrations(drift: Drift): readonly Finding[] {
  const { ledger, tables } = drift;
  if (!ledger && tables.length > 0 && tables.every(({ untouched }) => untouched)) return [neverApplied(tables)];
  return [...drift.states.flatMap(stateFinding), ...drift.tables.flatMap(tableFindings)];
}

function neverApplied(tables: readonly TableDrift[]): Finding {
  const names = tables.map(({ table }) => `"${table}"`).join(", ");
  return {
    check: "migrations",
    severity: "error",
    what: `no migration was ever applied: ${names} ${tables.length === 1 ? "is" : "are"} not there, or not made ready for a queue`,
    why: "Neither producers nor workers can start.",
    todo: ["queuegen migrate up"],
  };
}

function stateFinding(state: MigrationState): readonly Finding[] {
  if (state.kind === "applied") return [];
  const { what, todo } = STATES[state.kind](state as never);
  const why = "Generated code and tables do not fit together: statements fail, or do what they should not.";
  return [{ check: "migrations", severity: "error", what: `migration ${state.name} ${what}`, why, todo: [todo] }];
}

type Words<Kind extends MigrationState["kind"]> = (state: Extract<MigrationState, { readonly kind: Kind }>) => {
  readonly what: string;
  readonly todo: string;
};

const STATES: { readonly [Kind in Exclude<MigrationState["kind"], "applied">]: Words<Kind> } = {
  pending: () => ({ what: "is not applied", todo: "queuegen migrate up" }),
  half: ({ direction, done, of }) => ({
    what: `is half ${direction === "up" ? "applied" : "reverted"}: ${done} of ${of} statements`,
    todo: `queuegen migrate ${direction}`,
  }),
  changed: () => ({
    what: "is not the file that was applied",
    todo: "Restore its up.sql from version control; a change belongs into a migration of its own.",
  }),
  missing: () => ({
    what: "is applied, and its folder is gone",
    todo: "Restore the folder from version control; it may be on another branch.",
  }),
};

function tableFindings(drift: TableDrift): readonly Finding[] {
  const rest = drift.findings.filter(({ schema }) => schema === undefined);
  const asked = drift.findings.flatMap(({ words, schema }) => (schema === undefined ? [] : [{ words, schema }]));
  return [
    ...asked.map(({ words, schema }) => schemaFinding(drift.table, words, schema)),
    ...(rest.length > 0 ? [driftFinding({ ...drift, findings: rest })] : []),
  ];
}

function schemaFinding(table: string, words: string, schema: string): Finding {
  return {
    check: "schema-column",
    severity: "error",
    what: `table "${table}": ${words}`,
    why: "The statements of the queue fail, or its handlers get what they do not expect: the queue stands still.",
    todo: [`Make ${schema} say what the table has, then \`queuegen generate\`; or give the table its column back.`],
  };
}

function driftFinding({ table, findings, sql, losing }: TableDrift): Finding {
  const real = findings.filter(({ cosmetic }) => !cosmetic);
  const harmless = sql.filter((statement) => !losing.includes(statement));
  const block = (words: string, statements: readonly string[]): readonly string[] =>
    statements.length === 0 ? [] : [words, ...statements.flatMap((statement) => statement.trimEnd().split("\n"))];
  const what = (real.length > 0 ? real : findings).map(({ words }) => words).join("; ");
  const lost = [...new Set(findings.flatMap(({ destructive }) => destructive ?? []))].join("; ");
  return {
    check: "drift",
    severity: real.length > 0 ? "error" : "info",
    what: `table "${table}" is not as its migrations made it: ${what}`,
    why: real.length > 0 ? "Statements of the queue may fail, scan the table, or lose values." : "Only people see it.",
    todo: [
      ...block("To make it so again:", harmless),
      // Behind a comment, so that nobody runs them by accident.
      ...block(
        `Would make it so again, at a price: ${lost}.`,
        losing.map((statement) => statement.trimEnd().replace(/^/gm, "-- ")),
      ),
    ],
  };
}
