import type { QueueModel, Severity } from "@queuegen/model";
import type { Target } from "@queuegen/modes";
import type { Report, RuleMeta } from "./rule.js";

export type Level = Severity | "off";

/** What a project says about the linter, and its queues. */
export interface Settings {
  readonly queues: readonly QueueModel[];
  /** Level by rule. */
  readonly rules: Readonly<Record<string, Level>>;
  /** Level by table and rule; wins over `rules`. */
  readonly tables: Readonly<Record<string, Readonly<Record<string, Level>>>>;
  /** Table by name of an ORM model. */
  readonly models: Readonly<Record<string, string>>;
  /** Functions of the user's own that take SQL text: `runQuery`, `db.run#1`. */
  readonly sinks: readonly string[];
  /** Lists SQL that could not be judged in full, as `unresolved-sql`. */
  readonly reportUnresolved?: boolean;
  /** The oldest server that the project must run on; `undefined` where nobody has said. */
  readonly target: Target | undefined;
}

export const DEFAULT_SETTINGS: Settings = {
  queues: [],
  rules: {},
  tables: {},
  models: {},
  sinks: [],
  target: undefined,
};

const ORDER: readonly Level[] = ["off", "info", "warning", "error"];

/** True where the rule may find anything at all. */
export function isEnabled(name: string, settings: Settings): boolean {
  return (
    settings.rules[name] !== "off" || Object.values(settings.tables).some((table) => (table[name] ?? "off") !== "off")
  );
}

/**
 * How severe a report is. A level set for the rule replaces the one it has on queues, and never raises a report from
 * elsewhere; one set for the table is taken as it is.
 */
export function levelOf(meta: RuleMeta, report: Report, settings: Settings): Level {
  const own = report.severity ?? meta.severity[report.scope];
  if (own === "off") return "off";
  const byTable = report.table === undefined ? undefined : settings.tables[report.table]?.[meta.name];
  if (byTable !== undefined) return byTable;
  const byRule = settings.rules[meta.name];
  if (byRule === undefined) return own;
  const isFull = report.severity === undefined && report.scope !== "elsewhere";
  return isFull ? byRule : (ORDER[Math.min(ORDER.indexOf(byRule), ORDER.indexOf(own))] ?? own);
}

/** How SQL is told that could not be judged in full: where somebody has asked for it, or set a level for it. */
export function unresolvedLevel({ rules, reportUnresolved }: Settings): Level {
  return rules["unresolved-sql"] ?? (reportUnresolved === true ? "info" : "off");
}
