import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect } from "vitest";
import { type Project, scratchProject } from "../cli/project.js";
import type { Run } from "../cli/run.js";
import type { FreshDatabase } from "../services/database.js";
import { compile, installPackages, strictOptions } from "../types/compiler.js";

/** A project beside a database that an application uses already. */
export interface AdoptedProject extends Project {
  /** `queuegen` with the database in its environment. */
  queuegen(...args: readonly string[]): Promise<Run>;
  /** Type checks everything under the strictest flags and builds the worker. */
  build(): Promise<void>;
  /** Runs a built file to its end; what it printed. */
  node(...args: readonly string[]): Promise<string>;
  /** Runs the worker to its end; what it printed. */
  work(...args: readonly string[]): Promise<string>;
  folders(): readonly string[];
}

export function adoptedProject(database: FreshDatabase): AdoptedProject {
  const project = scratchProject("queuegen-adopt-");
  const env = { DATABASE_URL: database.url };
  const node = async (...args: readonly string[]): Promise<string> => {
    const options = { cwd: project.root, env: { ...process.env, ...env } };
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args, options);
    return stdout + stderr;
  };
  return {
    ...project,
    queuegen: (...args) => project.runWith({ env }, ...args),
    async build() {
      installPackages(project);
      const compilerOptions = { ...strictOptions("6"), rootDir: ".", outDir: "dist" };
      project.write("package.json", '{ "type": "module", "private": true }\n');
      project.write("tsconfig.json", JSON.stringify({ compilerOptions, include: ["queues"] }));
      expect(await compile("6", project.root)).toBe("");
    },
    node,
    work: (...args) => node("dist/queues/worker.js", ...args),
    folders: () => [
      ...new Set(
        project
          .files()
          .filter((path) => path.startsWith("migrations/"))
          .map((path) => path.split("/")[1] ?? ""),
      ),
    ],
  };
}

/** SHOW CREATE TABLE without its counter. */
export async function showCreate(database: FreshDatabase, table: string): Promise<string> {
  const [row] = await database.query<{ "Create Table": string }>("SHOW CREATE TABLE ??", [table]);
  return (row?.["Create Table"] ?? "").replace(/ AUTO_INCREMENT=\d+/, "");
}
