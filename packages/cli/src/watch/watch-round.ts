import { setTimeout as delay } from "node:timers/promises";
import { counted, QueuegenError } from "@queuegen/model";
import { type Config, requireConfig } from "../config.js";
import { writeFiles } from "../files/write-files.js";
import { changeLines, plannedChanges } from "../generation/changes.js";
import { type Plan, plan } from "../generation/plan.js";
import { printDifferences } from "../generation/print-differences.js";
import type { Io } from "../io.js";
import { printDiagnostics } from "../print.js";

/** What one round came to. */
export interface Round {
  /** `undefined` where queuegen.json could not be read. */
  readonly config: Config | undefined;
  /** What reading the schemas looked at, relative to the root; of the round before where it did not come so far. */
  readonly asked: readonly string[];
  /** The state that was told: a round that comes to the same says nothing. */
  readonly said: string;
}

/**
 * How long a file may be away before it counts as deleted. Some editors move the old file aside and then write the new
 * one; to act in between would delete generated code, to write it again at once.
 */
const AWAY_MS = 400;

/** Generates once and tells what is new since the round before. What is wrong with schemas is told, not thrown. */
export async function watchRound(
  options: { readonly force: boolean },
  last: Round | undefined,
  io: Io,
): Promise<Round> {
  const asked = new Set<string>();
  let config: Config | undefined;
  try {
    config = requireConfig(io.cwd);
    const planned = await settledPlan(config, asked, io);
    return { config, asked: [...asked], said: await apply(planned, config, options, last?.said, io) };
  } catch (error) {
    if (!(error instanceof QueuegenError)) throw error;
    const said = JSON.stringify(error.diagnostics);
    if (said !== last?.said && !io.signal.aborted) printDiagnostics(error.diagnostics, io);
    return { config: config ?? last?.config, asked: asked.size > 0 ? [...asked] : (last?.asked ?? []), said };
  }
}

/** A plan that deletes is made again after a while. */
async function settledPlan(config: Config, asked: Set<string>, io: Io): Promise<Plan> {
  const onAsk = (path: string): void => void asked.add(path);
  const make = (): Promise<Plan> => plan(config, io.now(), { cache: true, onAsk });
  try {
    const first = await make();
    if (first.differences.every(({ kind }) => kind !== "orphan")) return first;
  } catch (error) {
    const gone = error instanceof QueuegenError && error.diagnostics.some(({ code }) => code === "no-queues");
    if (!gone) throw error;
  }
  await delay(AWAY_MS, undefined, { signal: io.signal }).catch(() => undefined);
  return make();
}

async function apply(
  planned: Plan,
  config: Config,
  { force }: { readonly force: boolean },
  before: string | undefined,
  io: Io,
): Promise<string> {
  const { differences, models, warnings } = planned;
  const edited = force ? [] : differences.filter(({ kind }) => kind === "edited");
  const changes = edited.length > 0 ? [] : plannedChanges(differences, [], force);
  await writeFiles(config.root, changes, io.signal);
  const notes = migrationNotes(planned);
  const said = JSON.stringify([edited, warnings, notes]);
  if (said === before && changes.length === 0) return said;
  io.out(changeLines(changes, true));
  if (said !== before) {
    if (warnings.length > 0) printDiagnostics(warnings, io);
    for (const note of notes) io.out(`${config.migrations.dir}/   ${note}\n`);
    await printDifferences(edited, io);
  }
  if (edited.length > 0) {
    io.err(
      `${counted(edited.length, "file was", "files were")} edited by hand; nothing is written until that is undone.\n`,
    );
  } else
    io.out(`${counted(models.length, "queue")} current; watching${before === undefined ? ". Ctrl-C ends it" : ""}.\n`);
  return said;
}

/** Migrations are written once: half a column, saved while it was typed, must not become one. */
function migrationNotes({ migrations, changes, forks }: Plan): readonly string[] {
  const unborn = migrations.length > 0 ? ["new tables have no migration yet: `queuegen generate` writes it"] : [];
  const later = changes.length > 0 ? ["`queuegen migrate new` writes it when the schema is done"] : [];
  return [...unborn, ...[...forks, ...changes].map(({ message }) => message), ...later];
}
