import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { isAbsolute } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { ConfigError } from "../../errors.js";
import { describe } from "../log.js";

/** A handler by the file that it stands in, for queues whose handlers run in child processes. */
export class HandlerModule {
  readonly file: URL;
  /** The export; where it is left out the module has one handler only. */
  readonly name: string | undefined;

  constructor(file: URL, name: string | undefined) {
    this.file = file;
    this.name = name;
  }

  /** Its path, for messages. */
  get path(): string {
    return fileURLToPath(this.file);
  }
}

/**
 * Names a handler by its file: `handlerModule(new URL("./handlers/notify.js", import.meta.url))`, in CommonJS
 * `handlerModule(require.resolve("./handlers/notify"))`. The handler is the export `name`, or the only function that the
 * module exports. Throws a ConfigError where there is no such file.
 */
export function handlerModule<Exports = Readonly<Record<string, unknown>>>(
  file: URL | string,
  name?: keyof Exports & string,
): HandlerModule {
  const found = [toUrl(file)].flatMap((url) => [url, ...twinsOf(url)]).find((url) => existsSync(url));
  if (found !== undefined) return new HandlerModule(found, name);
  throw new ConfigError(`handlerModule: there is no file ${fileURLToPath(toUrl(file))}`);
}

function toUrl(file: URL | string): URL {
  if (file instanceof URL && file.protocol === "file:") return file;
  if (typeof file === "string" && isAbsolute(file)) return pathToFileURL(file);
  if (typeof file === "string" && file.startsWith("file:")) return new URL(file);
  throw new ConfigError(
    `handlerModule takes the URL of a file, new URL("./handlers/notify.js", import.meta.url), or its absolute path, not ${JSON.stringify(String(file))}`,
  );
}

/** The same module before or after compiling: the worker may run either way, and its text names one of them. */
function twinsOf(file: URL): readonly URL[] {
  const twin = (from: RegExp, to: string): URL[] =>
    from.test(file.href) ? [new URL(file.href.replace(from, to))] : [];
  return [...twin(/\.([cm]?)js$/, ".$1ts"), ...twin(/\.([cm]?)ts$/, ".$1js")];
}

/** Imports the module. Throws a ConfigError that names the file and what is wrong with it. */
export async function loadModule(module: HandlerModule): Promise<Readonly<Record<string, unknown>>> {
  try {
    const exports = (await import(module.file.href)) as Readonly<Record<string, unknown>>;
    // CommonJS whose exports Node could not tell one by one.
    return { ...(isObject(exports.default) && exports.default), ...exports };
  } catch (error) {
    throw new ConfigError(
      `the handler module ${module.path} cannot be loaded: ${describe(error)}${placeOf(error, module.path)}`,
      {
        cause: error,
      },
    );
  }
}

/** The handler among what a module exports. Throws a ConfigError that lists what there is. */
export function handlerOf<Handler>(module: HandlerModule, exports: Readonly<Record<string, unknown>>): Handler {
  const functions = Object.keys(exports).filter((name) => typeof exports[name] === "function");
  const name = module.name ?? (functions.length === 1 ? functions[0] : functions.find((each) => each === "default"));
  if (name !== undefined && functions.includes(name)) return exports[name] as Handler;
  const has = functions.length === 0 ? "it exports no function" : `it exports ${functions.join(", ")}`;
  throw new ConfigError(
    name === undefined && functions.length > 0
      ? `the handler module ${module.path}: which one is the handler? ${has}. Name it: handlerModule(file, "${functions[0]}")`
      : `the handler module ${module.path} has no handler${name === undefined ? "" : ` ${name}`}: ${has}`,
  );
}

/** The first line of the stack that is not Node's own. */
function placeOf(error: unknown, file: string): string {
  if (error instanceof SyntaxError) return atPlace(syntaxErrorIn(file));
  const lines = error instanceof Error ? (error.stack ?? "").split("\n") : [];
  return atPlace(lines.find((line) => /^ {4}at .*\/.*:\d+:\d+\)?$/.test(line) && !line.includes("node:")));
}

function atPlace(text: string | undefined): string {
  const place = /(?:file:\/\/)?(\/[^\s()]+:\d+(?::\d+)?)/.exec(text ?? "")?.[1];
  return place === undefined ? "" : `\n    at ${place}`;
}

/** Node keeps the place of a syntax error to itself and tells it only on stderr. */
function syntaxErrorIn(file: string): string {
  return spawnSync(process.execPath, [...process.execArgv, "--check", file], { encoding: "utf8" }).stderr ?? "";
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
