import type { FileFacts, StatementFact } from "./facts/code.js";
import { buildProject, type Project } from "./facts/project.js";
import type { Place } from "./facts/table-schema.js";
import { unresolvedOf } from "./facts/unresolved.js";
import { byPlace, type Finding, toFinding } from "./finding.js";
import type { Report, Rule } from "./rule.js";
import { RULES } from "./rules/index.js";
import { isEnabled, levelOf, type Settings, unresolvedLevel } from "./settings.js";
import { applySuppressions, type SilencedFinding } from "./suppress/apply.js";
import { META_RULES } from "./suppress/meta-rules.js";

export interface Judged {
  /** Sorted by place. */
  readonly findings: readonly Finding[];
  /** Findings that comments keep quiet, in no order. */
  readonly silenced: readonly SilencedFinding[];
}

/** Names of all rules, those about suppressions included. */
export const RULE_NAMES: readonly string[] = [...RULES.map((rule) => rule.meta.name), ...Object.keys(META_RULES)];

/** Applies all rules to what the files of a run tell. */
export function judge(files: readonly FileFacts[], settings: Settings): Judged {
  const steps = judgeInSteps(files, settings);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** As `judge`, with a stop now and then in which others may have their turn. */
export function* judgeInSteps(files: readonly FileFacts[], settings: Settings): Generator<void, Judged> {
  const rules = RULES.filter((rule) => isEnabled(rule.meta.name, settings));
  const project = buildProject(settings.queues, files, settings.models, settings.target);
  const found: Finding[] = yield* statementFindings(rules, files, project, settings);
  for (const rule of rules) {
    found.push(...reportsOf(rule, files, project).flatMap((judged) => placed(rule, judged, settings)));
    yield;
  }
  const byFile = groupByFile(worstOfEachPlace([...found, ...unresolvedFindings(files, settings)]));
  const enabled = new Set(rules.map((rule) => rule.meta.name));
  const judged = files.map(({ source }) =>
    applySuppressions(source, byFile.get(source.path) ?? [], RULE_NAMES, enabled),
  );
  return {
    findings: judged
      .flatMap((file) => file.findings)
      .filter((finding) => settings.rules[finding.code] !== "off" || !Object.hasOwn(META_RULES, finding.code))
      .sort(byPlace),
    silenced: judged.flatMap((file) => file.silenced),
  };
}

function unresolvedFindings(files: readonly FileFacts[], settings: Settings): readonly Finding[] {
  const level = unresolvedLevel(settings);
  if (level === "off") return [];
  return files.flatMap(unresolvedOf).map((report) => toFinding({ name: "unresolved-sql" }, level, report));
}

/** What a rule told, and the statement or definition that it was told about. */
interface JudgedReport {
  readonly report: Report;
  readonly judged?: Place;
}

/** Statements between two stops. */
const STEP = 100;

/** All rules on one statement before the next one: many of them ask the same about it. */
function* statementFindings(
  rules: readonly Rule[],
  files: readonly FileFacts[],
  project: Project,
  settings: Settings,
): Generator<void, Finding[]> {
  const asked = rules.filter(({ statement }) => statement !== undefined);
  const found: Finding[] = [];
  let count = 0;
  for (const { statements } of files) {
    for (const fact of statements) {
      count += 1;
      if (count % STEP === 0) yield;
      for (const rule of asked) {
        const reports = rule.statement?.(fact, project) ?? [];
        for (const judged of reportsOn(fact, reports)) found.push(...placed(rule, judged, settings));
      }
    }
  }
  return found;
}

function reportsOn(fact: StatementFact, reports: readonly Report[]): readonly JudgedReport[] {
  if (reports.length === 0) return NONE;
  const judged = { source: fact.source, span: fact.statement.span };
  return reports.map((report) => ({ report, judged }));
}

/** What a rule says of all but single statements. */
function reportsOf(rule: Rule, files: readonly FileFacts[], project: Project): readonly JudgedReport[] {
  const { hold, save, flow, loop, job, script, table, change } = rule;
  return [
    ...(hold === undefined
      ? []
      : files.flatMap((file) => file.holds.flatMap((one) => reportsOn(one.read, hold(one, project))))),
    ...(save === undefined
      ? []
      : files.flatMap((file) => file.saves.flatMap((one) => reportsOn(one.read, save(one, project))))),
    ...(flow === undefined ? [] : files.flatMap((file) => file.redis.flows.flatMap((one) => flow(one, project)))).map(
      (report) => ({ report }),
    ),
    ...(loop === undefined ? [] : files.flatMap((file) => file.program.loops.flatMap((one) => loop(one, project)))).map(
      (report) => ({ report }),
    ),
    ...(job === undefined ? [] : files.flatMap((file) => file.program.jobs.flatMap((one) => job(one, project)))).map(
      (report) => ({ report }),
    ),
    ...(script === undefined
      ? []
      : files.flatMap((file) => file.redis.scripts.flatMap((one) => script(one, project)))
    ).map((report) => ({ report })),
    ...(change === undefined
      ? []
      : files.flatMap(({ source, changes }) => changes.flatMap((one) => change({ change: one, source }, project)))
    ).map((report) => ({ report })),
    ...(table === undefined ? [] : [...project.tables.values()].flatMap((one) => table(one, project))).map(
      (report) => ({ report }),
    ),
  ];
}

/** Most statements have no finding. */
const NONE: readonly JudgedReport[] = [];

/** Seeds, factories, migrations and tests may do as they like with tables that are no queues. */
const ASIDE =
  /(?:^|\/)(?:seeds?|seeders?|factories|migrations?|__tests__)\/|\.(?:test|spec|seed|factory)\.[cm]?[jt]sx?$/i;

function placed(rule: Rule, { report, judged }: JudgedReport, settings: Settings): Finding[] {
  const level = levelOf(rule.meta, report, settings);
  if (level === "off" || (report.scope === "elsewhere" && ASIDE.test(report.at.source.path))) return [];
  return [toFinding(rule.meta, level, report, judged)];
}

const WEIGHT = { error: 2, warning: 1, info: 0 };

/** One statement may be run in two places, one call may wait under two locks: the same finding is told once. */
function worstOfEachPlace(findings: readonly Finding[]): readonly Finding[] {
  const kept = new Map<string, Finding>();
  for (const finding of findings) {
    const key = `${finding.code} ${finding.at.file} ${finding.at.line} ${finding.at.column}`;
    const other = kept.get(key);
    if (other === undefined || WEIGHT[finding.severity] > WEIGHT[other.severity]) kept.set(key, finding);
  }
  return [...kept.values()];
}

function groupByFile(findings: readonly Finding[]): ReadonlyMap<string, readonly Finding[]> {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const group = groups.get(finding.at.file);
    if (group === undefined) groups.set(finding.at.file, [finding]);
    else group.push(finding);
  }
  return groups;
}
