import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { deserialize, serialize } from "node:v8";
import type { ReaderHost } from "@queuegen/reader";
import type { ProjectModels } from "./models.js";

/** Digest of the code that makes models; set by the build, absent when the sources run unbuilt. */
declare const QUEUEGEN_BUILD: string | undefined;

/** What the reader asked for and got: the digest of a text or `null`, whether a file exists. */
type Answers = ReadonlyMap<string, string | boolean | null>;

interface Entry {
  readonly key: string;
  readonly answers: Answers;
  readonly value: ProjectModels;
}

/**
 * The models of the last run on this machine, valid while the code, the list of schema files and every answer that the
 * reader got are the same. It spares loading ts-morph. Kept below node_modules; a cache that cannot be read or written
 * is no error.
 */
export class ModelCache {
  readonly #file: string;
  readonly #key: string;

  private constructor(file: string, key: string) {
    this.#file = file;
    this.#key = key;
  }

  /** `undefined` where there is no place for a cache. */
  static for(root: string, schemas: readonly string[]): ModelCache | undefined {
    const folder = nodeModules(root);
    if (folder === undefined || typeof QUEUEGEN_BUILD === "undefined") return undefined;
    const key = digest(JSON.stringify([QUEUEGEN_BUILD, process.version, root, schemas]));
    return new ModelCache(join(folder, ".cache", "queuegen", `${digest(root)}.bin`), key);
  }

  load(host: ReaderHost): ProjectModels | undefined {
    const entry = this.#read();
    if (entry?.key !== this.#key) return undefined;
    for (const [question, answer] of entry.answers) if (ask(host, question) !== answer) return undefined;
    return entry.value;
  }

  save(answers: Answers, value: ProjectModels): void {
    const aside = `${this.#file}.${process.pid}`;
    try {
      mkdirSync(dirname(this.#file), { recursive: true });
      writeFileSync(aside, serialize({ key: this.#key, answers, value } satisfies Entry));
      renameSync(aside, this.#file);
    } catch {
      // The next run reads the schemas again.
    }
  }

  #read(): Entry | undefined {
    try {
      return deserialize(readFileSync(this.#file)) as Entry;
    } catch {
      return undefined;
    }
  }
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

function nodeModules(folder: string): string | undefined {
  const path = join(folder, "node_modules");
  if (existsSync(path)) return path;
  const parent = dirname(folder);
  return parent === folder ? undefined : nodeModules(parent);
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
