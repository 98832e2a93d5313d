export { type BaselineEntry, entryOf } from "./baseline/entry.js";
export { BaselineError, type PlacedEntry, parseBaseline, printBaseline } from "./baseline/file.js";
export { type Matched, matchBaseline } from "./baseline/match.js";
export { staleFindings } from "./baseline/stale.js";
export type { FileFacts } from "./facts/code.js";
export { type FileChoice, type FoundFiles, findFiles, isLeftOut } from "./files/find-files.js";
export { type Finding, fromDiagnostic } from "./finding.js";
export { applyEdits } from "./fix/apply.js";
export type { Edit, Fix } from "./fix/fix.js";
export { type FixedFiles, fixAll } from "./fix/fix-all.js";
export { type Identity, identityOf } from "./identity.js";
export { type Judged, judge, RULE_NAMES } from "./judge.js";
export {
  type FactsCache,
  type FilesRun,
  type LintOptions,
  type LintRun,
  lintFiles,
  prefilterFor,
  type Skipped,
} from "./lint-files.js";
export { type ReadSource, readSource } from "./read-source.js";
export { MACHINE_FORMATS } from "./report/formats.js";
export { github } from "./report/github.js";
export { stylish } from "./report/stylish.js";
export type { Rule, RuleMeta } from "./rule.js";
export { RULES } from "./rules/index.js";
export { needsWholeProject } from "./rules/whole-project.js";
export { DEFAULT_SETTINGS, type Level, type Settings } from "./settings.js";
export { positionAt, type Source, toSource } from "./source.js";
export { META_RULES, META_SEVERITY } from "./suppress/meta-rules.js";
