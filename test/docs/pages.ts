import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { repositoryFiles } from "../architecture/source-files.js";
import { type Page, parsePage } from "./markdown.js";

/** A page of the documentation; `path` is relative to the repository. */
export interface DocPage extends Page {
  readonly path: string;
  readonly text: string;
}

export const ROOT: string = fileURLToPath(new URL("../../", import.meta.url));

/** Every page that users or contributors read. */
export const pages: readonly DocPage[] = repositoryFiles("README.md", "CONTRIBUTING.md", "docs")
  .filter((path) => path.endsWith(".md"))
  .map((path) => {
    const text = readFileSync(ROOT + path, "utf8");
    return { path, text, ...parsePage(text) };
  });

export function page(path: string): DocPage {
  const found = pages.find((candidate) => candidate.path === path);
  if (found === undefined) throw new Error(`there is no page ${path}`);
  return found;
}

/** Pages below a folder: `docs/how-to/`. */
export function pagesBelow(folder: string): readonly DocPage[] {
  return pages.filter(({ path }) => path.startsWith(folder));
}
