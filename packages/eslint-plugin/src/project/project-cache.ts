import type { LintProject } from "./lint-project.js";
import { findRoot, type ReadProject, readProject, schemasNow, type Unsaved } from "./read-project.js";
import { areCurrent, takeStamps } from "./stamps.js";

/** Between two looks at the files of a project. A run over thousands of files does not look at them for each. */
const LOOK_EVERY_MS = 1_000;

interface Kept extends ReadProject {
  readonly stamps: ReadonlyMap<string, string>;
  readonly lookedAt: number;
}

const kept = new Map<string, Kept>();

/** The project of the files in `folder`: of the nearest queuegen.json, else `cwd` without any queue. Read again when it changes. */
export function projectOf(folder: string, cwd: string): LintProject {
  const root = findRoot(folder) ?? cwd;
  const known = kept.get(root);
  const now = Date.now();
  // A clock that went back counts as a long time.
  if (known !== undefined && now >= known.lookedAt && now - known.lookedAt < LOOK_EVERY_MS) return known.project;
  if (known !== undefined && isCurrent(root, known)) {
    kept.set(root, { ...known, lookedAt: now });
    return known.project;
  }
  const read = readProject(root);
  kept.set(root, { ...read, stamps: takeStamps(read.asked), lookedAt: now });
  return read.project;
}

/** The same project while one of its schema files is being edited: not kept. */
export function projectWith(project: LintProject, unsaved: Unsaved): LintProject {
  return readProject(project.root, unsaved).project;
}

function isCurrent(root: string, { stamps, schemas }: Kept): boolean {
  if (!areCurrent(stamps)) return false;
  const now = schemasNow(root);
  return now.length === schemas.length && now.every((path, index) => path === schemas[index]);
}
