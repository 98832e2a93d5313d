import type { ts } from "ts-morph";
import { NO_PROGRAM, type ProgramFacts } from "../../facts/program.js";
import type { Source } from "../../source.js";
import type { Bindings } from "../bindings.js";
import type { Run } from "../lock-effects.js";
import { findLoops } from "./find-loops.js";
import { findJobCode } from "./job-code.js";
import { Summaries } from "./summaries.js";
import { readLoop } from "./work-loops.js";

const LOOPS = /\b(?:while|for|do|setInterval|setTimeout)\b/;
const TAKES = /\b(?:b?[lr]pop\w*|bl?move|bzpop\w*|xread\w*|zpop\w*)\s*\(/i;
const HANDLERS = /Handler\b|\b(?:runWorker|createWorker)\b|\b(?:bullmq|bull|bee-queue)\b/;

/** Loops that take work, and code that runs once for each job; nothing where the file has no word of either. */
export function readProgram(
  file: ts.SourceFile,
  source: Source,
  bindings: Bindings,
  runs: ReadonlyMap<ts.Node, Run>,
): ProgramFacts {
  const { text } = source;
  const mayLoop = (runs.size > 0 || TAKES.test(text)) && LOOPS.test(text);
  if (!mayLoop && !HANDLERS.test(text)) return NO_PROGRAM;
  const summaries = new Summaries(bindings, runs);
  const drafts = mayLoop ? findLoops(file, bindings, runs, summaries) : [];
  const loops = drafts.map((draft) => readLoop(draft, source, bindings, runs, summaries));
  return { loops: loops.map((loop) => loop.fact), jobs: findJobCode(file, source, bindings, runs, loops) };
}
