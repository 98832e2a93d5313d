import type { FileFacts } from "../facts/code.js";
import type { Finding } from "../finding.js";
import { type Judged, judge } from "../judge.js";
import { readSource } from "../read-source.js";
import type { Settings } from "../settings.js";
import { applyEdits } from "./apply.js";
import type { Edit, Fix } from "./fix.js";
import { isBetter } from "./is-better.js";

export interface FixedFiles {
  /** What the files of the run tell once they are fixed. */
  readonly facts: readonly FileFacts[];
  /** Their findings then. */
  readonly judged: Judged;
  /** The files that change, in the order of the run. */
  readonly changed: readonly { readonly path: string; readonly before: string; readonly after: string }[];
  /** The findings whose fixes were made. */
  readonly applied: readonly FixableFinding[];
  /** Fixes that were not made, and why. */
  readonly refused: readonly { readonly finding: FixableFinding; readonly reason: string }[];
}

/** Each makes some fixes or gives one up; what is left then is left for the next run. */
const MAX_ROUNDS = 200;

export type FixableFinding = Finding & { readonly fix: Fix };

/**
 * Makes all safe fixes, on texts alone: nothing is written. Judges the whole run again after each round; fixes that
 * overlap wait for the next one. A fix is made only where its file still parses, its finding is gone and no other of its weight came. `select` chooses among findings what may be fixed.
 */
export async function fixAll(
  files: readonly FileFacts[],
  settings: Settings,
  select: (judged: Judged) => readonly Finding[] = (judged) => judged.findings,
): Promise<FixedFiles> {
  let [facts, judged] = [files, judge(files, settings)];
  const applied: FixableFinding[] = [];
  const refused = new Map<string, FixedFiles["refused"][number]>();
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const open = select(judged).filter((one): one is FixableFinding => isFixable(one) && !refused.has(keyOf(one)));
    let chosen = withoutOverlaps(open);
    if (chosen.length === 0) break;
    let tried = await attempt(facts, judged, chosen, settings);
    while (typeof tried === "string" && chosen.length > 1) {
      chosen = chosen.slice(0, Math.ceil(chosen.length / 2));
      tried = await attempt(facts, judged, chosen, settings);
    }
    if (typeof tried === "string") refused.set(keyOf(chosen[0]!), { finding: chosen[0]!, reason: tried });
    else {
      [facts, judged] = [tried.facts, tried.judged];
      applied.push(...chosen);
    }
  }
  const changed = files.flatMap(({ source }, index) => {
    const after = facts[index]!.source.text;
    return after === source.text ? [] : [{ path: source.path, before: source.text, after }];
  });
  return { facts, judged, changed, applied, refused: [...refused.values()] };
}

function isFixable(finding: Finding): finding is FixableFinding {
  return finding.fix !== undefined;
}

/** The same finding in the next round, where offsets and lines may be others. */
function keyOf({ code, at, fix }: FixableFinding): string {
  return [code, at.file, at.lineText, at.column, fix.title].join("\n");
}

function withoutOverlaps(findings: readonly FixableFinding[]): readonly FixableFinding[] {
  const taken = new Map<string, Edit[]>();
  return findings.filter(({ at, fix }) => {
    const others = taken.get(at.file) ?? [];
    if (fix.edits.some((edit) => others.some((other) => touches(edit, other)))) return false;
    taken.set(at.file, [...others, ...fix.edits]);
    return true;
  });
}

/** Two insertions at one place touch as well: nobody knows which comes first. */
function touches({ span: a }: Edit, { span: b }: Edit): boolean {
  return a.start <= b.end && b.start <= a.end;
}

/** The run with these fixes made; a text says why they must not be. */
async function attempt(
  files: readonly FileFacts[],
  before: Judged,
  chosen: readonly FixableFinding[],
  settings: Settings,
): Promise<Pick<FixedFiles, "facts" | "judged"> | string> {
  const facts = [...files];
  for (const [index, { source, statements }] of files.entries()) {
    const edits = chosen.filter(({ at }) => at.file === source.path).flatMap(({ fix }) => fix.edits);
    if (edits.length === 0) continue;
    const read = await readSource(source.path, applyEdits(source.text, edits), settings.sinks);
    if (read.problem !== undefined) return `the file would not be readable: ${read.problem}`;
    if (read.facts.statements.length !== statements.length) return "its statements would be read in another way";
    facts[index] = read.facts;
  }
  const after = judge(facts, settings);
  const reason = isBetter(before.findings, after.findings, chosen);
  return reason === undefined ? { facts, judged: after } : reason;
}
