import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { importExtensionOf, projectBase } from "../config/project-base.js";
import { readTsconfig } from "../tsconfig.js";

/** A file that `init` makes where it is missing; `append`: whose lines are added where the file is there without them. */
export interface InitFile {
  readonly path: string;
  readonly text: string;
  readonly append: boolean;
}

/** What a project needs, by what is there: sources in `src` or not, the module style of tsconfig.json, the package manager. */
export function initFiles(root: string): readonly InitFile[] {
  const tsconfig = readTsconfig(root);
  const base = projectBase(root, tsconfig);
  const queues = base === "." ? "queues" : `${base}/queues`;
  const config = {
    $schema: "./node_modules/queuegen/schema.json",
    schemas: [`${queues}/schemas/**/*.queue.ts`],
    generated: `${queues}/generated`,
    handlers: `${queues}/handlers`,
    worker: `${queues}/worker.ts`,
    migrations: { dir: "migrations", format: "folder" },
    target: "mysql57",
    importExtension: importExtensionOf(tsconfig),
  };
  return [
    { path: "queuegen.json", text: `${JSON.stringify(config, undefined, 2)}\n`, append: false },
    { path: ".gitattributes", text: attributes(`${queues}/generated`), append: true },
    { path: ".github/workflows/queuegen.yml", text: workflow(root), append: false },
  ];
}

/** Two branches that add queues both change the registry: git takes the lines of both, and `generate` puts them right. */
function attributes(generated: string): string {
  return `${generated}/** linguist-generated text eol=lf\n${generated}/registry.ts merge=union\n`;
}

/** Generated code is compared without the local cache: CI trusts no committed hash. */
function workflow(root: string): string {
  const { setup, install, run } = packageManager(root);
  const steps = [
    "uses: actions/checkout@v4",
    ...setup,
    "uses: actions/setup-node@v4\n        with:\n          node-version: 22",
    `run: ${install}`,
    `run: ${run} queuegen check --no-cache`,
    `run: ${run} queuegen lint`,
  ];
  return `name: queuegen
on: [push, pull_request]
permissions:
  contents: read
jobs:
  check:
    runs-on: ubuntu-latest
    steps:
${steps.map((step) => `      - ${step}\n`).join("")}`;
}

interface PackageManager {
  readonly setup: readonly string[];
  readonly install: string;
  readonly run: string;
}

function packageManager(root: string): PackageManager {
  if (existsSync(resolve(root, "pnpm-lock.yaml"))) {
    return { setup: ["uses: pnpm/action-setup@v4"], install: "pnpm install --frozen-lockfile", run: "pnpm exec" };
  }
  if (existsSync(resolve(root, "yarn.lock"))) return { setup: [], install: "yarn install --immutable", run: "yarn" };
  return { setup: [], install: "npm ci", run: "npx" };
}
