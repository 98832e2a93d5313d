import { dirname, isAbsolute } from "node:path";
import { type FileFacts, type Finding, isLeftOut, judge, type Source, toSource } from "@queuegen/lint";
import type { Rule, SourceCode } from "eslint";
import { loadCompiler } from "../load-compiler.js";
import type { LintProject } from "../project/lint-project.js";
import { projectOf, projectWith } from "../project/project-cache.js";
import { relativePath } from "./relative-path.js";

/** What the linter says of one file, for all rules together. */
export interface LintedFile {
  readonly project: LintProject;
  /** The text that ESLint has, without a byte order mark; its path is relative to the project's root. */
  readonly source: Source;
  /** False where no rule can find anything in the file, or where the command would leave it out. */
  readonly read: boolean;
  readonly findings: readonly Finding[];
}

/** ESLint makes one `SourceCode` for each text, and asks each rule for itself. */
const linted = new WeakMap<SourceCode, LintedFile>();

/** Lints the text that ESLint has, saved or not; once, whatever number of rules asks. */
export function lintFile({ sourceCode, filename, cwd }: Rule.RuleContext): LintedFile {
  const known = linted.get(sourceCode);
  if (known !== undefined) return known;
  const file = lint(sourceCode.text, filename, cwd);
  linted.set(sourceCode, file);
  return file;
}

function lint(text: string, filename: string, cwd: string): LintedFile {
  const isNamed = isAbsolute(filename);
  const project = withText(projectOf(isNamed ? dirname(filename) : cwd, cwd), filename, text);
  // Text without a name, as from a pipe, may be anything that ESLint reads.
  const source = toSource(isNamed ? relativePath(project.root, filename) : "text.jsx", text);
  const read = !(isNamed && isLeftOut(source.path, project.choice)) && project.mayMatter(Buffer.from(text));
  const { settings } = project;
  const facts = read ? readFacts(source, settings.sinks) : undefined;
  const findings = facts === undefined ? [] : judge([facts], settings).findings;
  return { project, source, read, findings };
}

/** A schema that is open in an editor counts as it stands there. */
function withText(project: LintProject, filename: string, text: string): LintProject {
  const path = relativePath(project.root, filename);
  const saved = project.texts.get(path);
  return saved === undefined || saved.replace(/^\uFEFF/, "") === text ? project : projectWith(project, { path, text });
}

function readFacts(source: Source, sinks: readonly string[]): FileFacts | undefined {
  try {
    return loadCompiler().readCode(source, sinks).facts;
  } catch (error) {
    // Code nested ten thousand deep exhausts the stack, also that of the compiler.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
