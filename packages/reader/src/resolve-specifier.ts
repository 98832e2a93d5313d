import { posix } from "node:path";
import type { ReaderHost } from "./host.js";
import type { TsconfigPaths } from "./tsconfig-paths.js";

/** Finds the source file behind an import, as TypeScript does with bundler and node resolution, without packages. */
export function resolveSpecifier(
  from: string,
  specifier: string,
  host: ReaderHost,
  paths: TsconfigPaths,
): string | undefined {
  const bases = /^\.{1,2}(\/|$)/.test(specifier)
    ? [posix.join(posix.dirname(from), specifier)]
    : paths.candidates(from, specifier);
  return bases.flatMap(candidatesOf).find((path) => host.fileExists(path));
}

/** TypeScript writes the name of the output, so `./limits.js` is `limits.ts`. */
const sources: Readonly<Record<string, readonly string[]>> = {
  ".js": [".ts", ".tsx", ".js"],
  ".mjs": [".mts", ".mjs"],
  ".cjs": [".cts", ".cjs"],
};

const extensions = [".ts", ".tsx", ".mts", ".cts", ".js", ".mjs", ".cjs"];

function candidatesOf(base: string): readonly string[] {
  const extension = posix.extname(base);
  const stem = base.slice(0, base.length - extension.length);
  const written = Object.hasOwn(sources, extension) ? (sources[extension] ?? []).map((source) => stem + source) : [];
  const whole = extensions.includes(extension) || extension === ".json" ? [base] : [];
  const added = extensions.map((source) => base + source);
  const index = extensions.map((source) => posix.join(base, `index${source}`));
  return [...written, ...whole, ...added, ...index];
}
