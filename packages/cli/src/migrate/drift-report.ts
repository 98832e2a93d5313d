import type { Drift, MigrationState, TableDrift } from "@queuegen/migrations/apply";
import { stateText, statusSummary } from "./status-report.js";

/** Whether anything but comments and the order of columns differs, or ledger and directory are not equal. */
export function hasDrift({ states, tables }: Drift): boolean {
  return states.some(isOpen) || tables.some(({ findings }) => findings.some(({ cosmetic }) => !cosmetic));
}

/** What differs, in words and as SQL that would mend it. */
export function driftText(place: string, drift: Drift): string {
  const open = drift.states.filter(isOpen);
  const parts = [
    ...(drift.ledger ? [] : ["There is no ledger: every migration is taken for applied by another tool.\n"]),
    ...(open.length > 0 ? [`${open.map(stateLine).join("")}${statusSummary(drift.states)}\n`] : []),
    ...drift.tables.map(tableText),
    ...(drift.tables.length > 0 ? [sqlText(drift.tables)] : []),
  ];
  return `${[`${place}\n`, ...parts].join("\n")}\n${verdict(drift)}\n`;
}

export function driftJson(database: string, drift: Drift): string {
  const withoutFolder = (key: string, value: unknown): unknown => (key === "folder" ? undefined : value);
  return `${JSON.stringify({ database, drift: hasDrift(drift), ...drift }, withoutFolder, 2)}\n`;
}

function isOpen({ kind }: MigrationState): boolean {
  return kind !== "applied";
}

function stateLine(state: MigrationState): string {
  return `  ${state.name}  ${stateText(state)}\n`;
}

function tableText({ table, queue, findings }: TableDrift): string {
  const owner = queue === "_support" ? "all queues" : `queue ${queue}`;
  const lines = findings.map(({ words, cosmetic }) => `  ${words}${cosmetic ? " (seen by people only)" : ""}\n`);
  return `table "${table}" (${owner})\n${lines.join("")}`;
}

/** Statements that lose something stand behind a comment, so that nobody pastes them by accident. */
function sqlText(tables: readonly TableDrift[]): string {
  const lines = tables.flatMap(({ findings, sql, losing }) => {
    const lost = [...new Set(findings.flatMap(({ destructive }) => destructive ?? []))];
    return [
      ...sql.filter((statement) => !losing.includes(statement)),
      ...lost.map((what) => `-- loses: ${what}\n`),
      ...losing.map(commented),
    ];
  });
  return lines.length === 0 ? "No statement of ours mends it.\n" : `What would mend it:\n\n${lines.join("")}`;
}

function commented(sql: string): string {
  return sql.replace(/^(?=.)/gm, "-- ");
}

function verdict(drift: Drift): string {
  const differing = drift.tables.filter(({ findings }) => findings.some(({ cosmetic }) => !cosmetic)).length;
  if (!hasDrift(drift)) return "No drift.";
  if (differing === 0) return "The tables are as their migrations made them; the ledger and the directory differ.";
  return `${differing} table${differing === 1 ? " differs" : "s differ"}. Run what is right of the statements, or write a migration where the database is right.`;
}
