import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { type Diagnostic, QueuegenError } from "@queuegen/model";
import type { Config } from "../config.js";
import { parseJson } from "../json/parse-json.js";
import { readTsconfig } from "../tsconfig.js";
import { type ConfigFile, configKind } from "./keys.js";
import { reporter } from "./kind.js";
import { projectBase } from "./project-base.js";

const CONFIG_FILE = "queuegen.json";

/** The nearest queuegen.json at `cwd` or above, with defaults filled in; all defaults where there is none. */
export function loadConfig(cwd: string): Config {
  const file = findUp(cwd);
  const root = file === undefined ? cwd : dirname(file);
  const kind = configKind(projectBase(root, readTsconfig(root)));
  const diagnostics: Diagnostic[] = [];
  const source = file === undefined ? "{}" : readFileSync(file, "utf8");
  const shown = relative(cwd, file ?? "").replaceAll("\\", "/");
  const read = kind.read(parseJson(source, shown), "", reporter(diagnostics));
  if (read === undefined || diagnostics.length > 0) throw new QueuegenError(diagnostics);
  return configOf(root, file, read);
}

/** As `loadConfig`, for commands that make no sense outside a project. */
export function requireConfig(cwd: string): Config {
  const config = loadConfig(cwd);
  if (config.file !== undefined) return config;
  throw new QueuegenError([
    {
      code: "config-missing",
      severity: "error",
      message: `There is no ${CONFIG_FILE} in ${cwd} or above.`,
      hint: "`queuegen init` makes one.",
    },
  ]);
}

function configOf(
  root: string,
  file: string | undefined,
  { $schema: _, database, templates, ...rest }: ConfigFile,
): Config {
  return { root, file, ...rest, database: database ?? undefined, templates: templates ?? undefined };
}

function findUp(folder: string): string | undefined {
  const file = join(folder, CONFIG_FILE);
  if (existsSync(file)) return file;
  const parent = dirname(folder);
  return parent === folder ? undefined : findUp(parent);
}
