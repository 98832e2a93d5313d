import type { ReaderHost } from "@queuegen/reader";
import type { ProjectModels } from "../models.js";
import { digest } from "./digest.js";
import type { LocalCache } from "./local-cache.js";

/** What the reader asked for and got: the digest of a text or `null`, whether a file exists. */
export type Answers = ReadonlyMap<string, string | boolean | null>;

interface Kept {
  readonly answers: Answers;
  readonly models: ProjectModels;
}

const NAME = "models";

/** The models of the last run, if these are the same schema files and every answer that the reader got is the same. */
export function keptModels(cache: LocalCache, schemas: readonly string[], host: ReaderHost): ProjectModels | undefined {
  const kept = cache.get(NAME, schemas) as Kept | undefined;
  if (kept === undefined) return undefined;
  for (const [question, answer] of kept.answers) if (ask(host, question) !== answer) return undefined;
  return kept.models;
}

export function keepModels(
  cache: LocalCache,
  schemas: readonly string[],
  answers: Answers,
  models: ProjectModels,
): void {
  cache.set(NAME, schemas, { answers, models } satisfies Kept);
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
