import { posix } from "node:path";
import { ts } from "ts-morph";
import type { ReaderHost } from "./host.js";

interface Mapping {
  /** Folder that the targets are relative to. */
  readonly base: string;
  readonly paths: ReadonlyMap<string, readonly string[]>;
  /** Where bare names are looked up too. */
  readonly baseUrl: string | undefined;
}

const nothing: Mapping = { base: ".", paths: new Map(), baseUrl: undefined };

/** `compilerOptions.paths` and `baseUrl` of the tsconfig.json nearest to each file. */
export class TsconfigPaths {
  readonly #host: ReaderHost;
  readonly #byFolder = new Map<string, Mapping>();

  constructor(host: ReaderHost) {
    this.#host = host;
  }

  /** Paths that a bare specifier may stand for, best first, without extensions tried. */
  candidates(from: string, specifier: string): readonly string[] {
    const { base, paths, baseUrl } = this.#mappingOf(posix.dirname(from));
    const match = bestPattern([...paths.keys()], specifier);
    const targets = match ? (paths.get(match.pattern) ?? []) : [];
    return [
      ...targets.map((target) =>
        posix.join(
          base,
          target.replace("*", () => match?.star ?? ""),
        ),
      ),
      ...(baseUrl === undefined ? [] : [posix.join(baseUrl, specifier)]),
    ];
  }

  #mappingOf(folder: string): Mapping {
    const known = this.#byFolder.get(folder);
    if (known) return known;
    const file = posix.join(folder, "tsconfig.json");
    const mapping = this.#host.fileExists(file) ? this.#read(file, new Set()) : this.#above(folder);
    this.#byFolder.set(folder, mapping);
    return mapping;
  }

  #above(folder: string): Mapping {
    const parent = posix.dirname(folder);
    const atTop = folder === "." || folder === "/" || posix.basename(folder) === "..";
    if (!atTop) return this.#mappingOf(posix.basename(parent) === ".." ? "." : parent);
    return folder === "." ? nothing : this.#mappingOf(".");
  }

  /** A tsconfig with what it extends; packages that it extends hold no paths of this project. */
  #read(file: string, seen: ReadonlySet<string>): Mapping {
    const text = seen.has(file) ? undefined : this.#host.readFile(file);
    if (text === undefined) return nothing;
    const config: unknown = ts.parseConfigFileTextToJson(file, text).config;
    const options = record(record(config).compilerOptions);
    const folder = posix.dirname(file);
    const parents = [record(config).extends]
      .flat()
      .filter((parent) => typeof parent === "string" && parent.startsWith("."));
    const inherited = parents.map((parent) =>
      this.#read(withJson(posix.join(folder, String(parent))), new Set([...seen, file])),
    );
    const baseUrl =
      typeof options.baseUrl === "string" ? posix.join(folder, options.baseUrl) : last(inherited, "baseUrl");
    if (options.paths === undefined) {
      const parent = inherited.findLast(({ paths }) => paths.size > 0) ?? nothing;
      return { ...parent, baseUrl };
    }
    return { base: baseUrl ?? folder, paths: targetsOf(options.paths), baseUrl };
  }
}

function last(mappings: readonly Mapping[], key: "baseUrl"): string | undefined {
  return mappings.findLast((mapping) => mapping[key] !== undefined)?.[key];
}

function targetsOf(paths: unknown): ReadonlyMap<string, readonly string[]> {
  return new Map(
    Object.entries(record(paths)).map(([pattern, targets]) => [
      pattern,
      Array.isArray(targets) ? targets.filter((target) => typeof target === "string") : [],
    ]),
  );
}

/** The exact pattern, else the one with the longest text before its star. */
function bestPattern(patterns: readonly string[], specifier: string): { pattern: string; star: string } | undefined {
  if (patterns.includes(specifier)) return { pattern: specifier, star: "" };
  const matches = patterns.flatMap((pattern) => {
    const [prefix = "", suffix] = pattern.split("*");
    if (suffix === undefined || specifier.length < prefix.length + suffix.length) return [];
    if (!specifier.startsWith(prefix) || !specifier.endsWith(suffix)) return [];
    return [{ pattern, star: specifier.slice(prefix.length, specifier.length - suffix.length), weight: prefix.length }];
  });
  return matches.sort((a, b) => b.weight - a.weight)[0];
}

function withJson(path: string): string {
  return path.endsWith(".json") ? path : `${path}.json`;
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
