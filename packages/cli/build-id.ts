import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";

/** What turns schema files into generated files, and sources into facts: what is kept of a run is only as good as the code that made it. */
const sources = [
  "../generator/src",
  "../lint/src",
  "../migrations/src/ddl",
  "../model/src",
  "../modes/src",
  "../reader/src",
  "../../templates",
  "src/cache",
  "src/generation",
  "package.json",
];

/** Digest of the sources that the cache depends on; the same on every machine. */
export function buildId(): string {
  const hash = createHash("sha256");
  for (const source of sources) {
    for (const path of filesOf(source))
      hash
        .update(path)
        .update("\0")
        .update(readFileSync(urlOf(path)))
        .update("\0");
  }
  return hash.digest("hex").slice(0, 16);
}

function filesOf(source: string): readonly string[] {
  if (source.endsWith(".json")) return [source];
  const names = readdirSync(urlOf(source), { recursive: true }) as string[];
  return names
    .filter((name) => /\.(ts|hbs)$/.test(name) && !name.includes("node_modules") && !name.endsWith(".test.ts"))
    .sort()
    .map((name) => `${source}/${name.replaceAll("\\", "/")}`);
}

function urlOf(path: string): URL {
  return new URL(path, import.meta.url);
}
