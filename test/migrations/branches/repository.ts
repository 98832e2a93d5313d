import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type CliResult, cli } from "../cli.js";
import { runProgram } from "../tools/run-program.js";

/** A scratch repository with a project in it. */
export interface Repository {
  readonly root: string;
  /** The output of git; fails where git does. */
  git(...args: readonly string[]): Promise<string>;
  /** The built command line, each call an hour after the one before. */
  queuegen(...args: readonly string[]): Promise<CliResult>;
  commit(message: string): Promise<void>;
  read(path: string): string;
  edit(path: string, change: (text: string) => string): void;
  /** Adds a column to a queue, as its author does: the schema, then its migration, then a commit. */
  addColumn(queue: string, column: string): Promise<void>;
  /** Folders of the migrations, without their times. */
  migrations(): readonly string[];
  /** The whole name of one. */
  migration(slug: string): string;
  /** The same at another place, gone when its test is over. */
  copy(): Repository;
}

/** A repository on the branch main with these queues, generated and committed; gone when its test is over. */
export function repositoryWith(...queues: readonly string[]): Promise<Repository> {
  return makeRepository(scratchFolder(), queues);
}

/** The same in an empty folder that the caller removes. */
export async function makeRepository(root: string, queues: readonly string[]): Promise<Repository> {
  const repository = open(root, 0);
  await repository.git("init", "--quiet", "--initial-branch", "main");
  await repository.git("config", "user.name", "A");
  await repository.git("config", "user.email", "a@example.com");
  // There the command line keeps what it has read: its later runs are short.
  mkdirSync(join(repository.root, "node_modules"));
  writeFileSync(join(repository.root, ".git/info/exclude"), "node_modules\n");
  await repository.queuegen("init");
  for (const queue of queues) await repository.queuegen("add", queue);
  await repository.commit("start");
  return repository;
}

function scratchFolder(): string {
  const root = mkdtempSync(join(tmpdir(), "queuegen-branches-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return root;
}

function open(root: string, startHours: number): Repository {
  let hours = startHours;
  const at = (path: string): string => join(root, path);
  const names = (): readonly string[] => (existsSync(at("migrations")) ? readdirSync(at("migrations")).sort() : []);
  const repository: Repository = {
    root,
    // Nobody's own settings: a global merge.conflictStyle or hook must not decide.
    git: (...args) =>
      runProgram("git", args, root, { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1", HOME: root }),
    queuegen: (...args) => cli(root, args, { SOURCE_DATE_EPOCH: String(1_772_366_400 + 3_600 * hours++) }),
    async commit(message) {
      await repository.git("add", "--all");
      await repository.git("commit", "--quiet", "--message", message);
    },
    read: (path) => readFileSync(at(path), "utf8"),
    edit: (path, change) => writeFileSync(at(path), change(readFileSync(at(path), "utf8"))),
    async addColumn(queue, column) {
      repository.edit(`queues/schemas/${queue}.queue.ts`, (text) =>
        text.replace("payload:", `${column}: varchar(16, { default: "" }),\n    payload:`),
      );
      await repository.queuegen("generate");
      await repository.queuegen("migrate", "new");
      await repository.commit(`${queue}: ${column}`);
    },
    migrations: () => names().map((name) => name.replace(/^\d{14}_/, "")),
    migration: (slug) => names().find((name) => name.endsWith(`_${slug}`)) ?? "",
    copy() {
      const place = scratchFolder();
      cpSync(root, place, { recursive: true });
      return open(place, hours);
    },
  };
  return repository;
}
