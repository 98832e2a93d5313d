import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { QueuegenError, type StaticObject } from "@queuegen/model";
import { parseJson } from "./json/parse-json.js";

/** The compiler options that say where sources are and how they are run, from tsconfig.json and what it extends by path. */
export interface Tsconfig {
  readonly rootDir?: string;
  readonly outDir?: string;
  readonly noEmit?: boolean;
  readonly moduleResolution?: string;
  readonly allowImportingTsExtensions?: boolean;
  readonly rewriteRelativeImportExtensions?: boolean;
}

/** `undefined` without a readable tsconfig.json. Folders are absolute. */
export function readTsconfig(folder: string): Tsconfig | undefined {
  return readChain(resolve(folder, "tsconfig.json"), 0);
}

/** Deeper chains than this are loops. */
const MAX_DEPTH = 10;

function readChain(file: string, depth: number): Tsconfig | undefined {
  const object = depth > MAX_DEPTH ? undefined : readObject(file);
  if (object === undefined) return undefined;
  const bases = texts(object, "extends").filter((base) => /^\.{0,2}\//.test(base));
  const inherited = bases.map((base) =>
    readChain(resolve(dirname(file), base.replace(/(\.json)?$/, ".json")), depth + 1),
  );
  const own = object.entries.find(({ key }) => key === "compilerOptions")?.value;
  return Object.assign({}, ...inherited, own?.kind === "object" ? optionsOf(own, dirname(file)) : {});
}

/** A tsconfig.json that cannot be read is the compiler's to report, not ours. */
function readObject(file: string): StaticObject | undefined {
  try {
    const value = parseJson(readFileSync(file, "utf8"), file);
    return value.kind === "object" ? value : undefined;
  } catch (error) {
    if (error instanceof QueuegenError || (error as NodeJS.ErrnoException).code !== undefined) return undefined;
    throw error;
  }
}

function optionsOf(options: StaticObject, folder: string): Tsconfig {
  const values: Record<string, unknown> = {};
  for (const { key, value } of options.entries) {
    if (value.kind !== "scalar") continue;
    values[key] =
      (key === "rootDir" || key === "outDir") && typeof value.value === "string"
        ? resolve(folder, value.value)
        : value.value;
  }
  return values as Tsconfig;
}

function texts(object: StaticObject, key: string): readonly string[] {
  const value = object.entries.find((entry) => entry.key === key)?.value;
  const items = value?.kind === "array" ? value.items : value === undefined ? [] : [value];
  return items.flatMap((item) => (item.kind === "scalar" && typeof item.value === "string" ? [item.value] : []));
}
