import type { Target } from "@queuegen/modes";
import type { ReaderHost } from "@queuegen/reader";
import type { ProjectModels } from "../models.js";
import { digest } from "./digest.js";
import type { LocalCache } from "./local-cache.js";

/** What the reader asked for and got: the digest of a text or `null`, whether a file exists. */
export type Answers = ReadonlyMap<string, string | boolean | null>;

/** What models are read for: other files, or another server, give other models. */
export interface ModelsQuestion {
  readonly files: readonly string[];
  readonly target: Target;
}

interface Kept {
  readonly answers: Answers;
  readonly models: ProjectModels;
}

const NAME = "models";

/** The models of the last run, if they were asked for in the same way and every answer that the reader got is the same. */
export function keptModels(cache: LocalCache, asked: ModelsQuestion, host: ReaderHost): ProjectModels | undefined {
  const kept = cache.get(NAME, asked) as Kept | undefined;
  if (kept === undefined) return undefined;
  for (const [question, answer] of kept.answers) if (ask(host, question) !== answer) return undefined;
  return kept.models;
}

export function keepModels(cache: LocalCache, asked: ModelsQuestion, answers: Answers, models: ProjectModels): void {
  cache.set(NAME, asked, { answers, models } satisfies Kept);
}

/** A host that remembers what it was asked. */
export function recordingHost(host: ReaderHost): { readonly host: ReaderHost; readonly answers: Answers } {
  const answers = new Map<string, string | boolean | null>();
  return {
    answers,
    host: {
      readFile(path) {
        const text = host.readFile(path);
        answers.set(`text ${path}`, text === undefined ? null : digest(text));
        return text;
      },
      fileExists(path) {
        const exists = host.fileExists(path);
        answers.set(`exists ${path}`, exists);
        return exists;
      },
    },
  };
}

function ask(host: ReaderHost, question: string): string | boolean | null {
  const path = question.slice(question.indexOf(" ") + 1);
  if (question.startsWith("exists ")) return host.fileExists(path);
  const text = host.readFile(path);
  return text === undefined ? null : digest(text);
}
