import { spawn } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Project } from "../cli/project.js";

export const versions = ["5.4", "5.9", "6", "7"] as const;
export type Version = (typeof versions)[number];

const here = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Every strict flag that a version knows. */
export function strictOptions(version: Version): Readonly<Record<string, unknown>> {
  const modern =
    version === "5.4"
      ? {}
      : { isolatedDeclarations: true, noUncheckedSideEffectImports: true, erasableSyntaxOnly: true };
  return {
    target: "es2022",
    lib: ["es2023"],
    types: ["node"],
    module: "nodenext",
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noImplicitOverride: true,
    noImplicitReturns: true,
    noFallthroughCasesInSwitch: true,
    noPropertyAccessFromIndexSignature: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    allowUnreachableCode: false,
    allowUnusedLabels: false,
    verbatimModuleSyntax: true,
    isolatedModules: true,
    declaration: true,
    skipLibCheck: false,
    ...modern,
  };
}

/** Gives a project what `npm install` would: the built packages and the user's own dependencies. */
export function installPackages(project: Pick<Project, "root">): void {
  const link = (name: string, target: string): void => {
    const path = `${project.root}/node_modules/${name}`;
    mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
    symlinkSync(target, path);
  };
  link("queuegen", here("../packages/cli"));
  link("@queuegen/runtime", here("../packages/runtime"));
  link("kysely", here("node_modules/kysely"));
  link("mysql2", here("node_modules/mysql2"));
  link("pino", here("node_modules/pino"));
  link("ioredis", here("node_modules/ioredis"));
  link("@types/node", here("../node_modules/@types/node"));
}

/** What the compiler prints for the project in a folder: nothing where all is well. */
export function compile(version: Version, folder: string, args: readonly string[] = []): Promise<string> {
  const tsc = here(`node_modules/typescript-${version}/bin/tsc`);
  const child = spawn(process.execPath, [tsc, "-p", folder, "--pretty", "false", ...args]);
  let out = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (out += text));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve(code === 0 ? out : out || `exit code ${code}`));
  });
}
