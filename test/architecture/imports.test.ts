import { expect, test } from "vitest";
import { BOUNDARIES, type Boundary, FOR_TESTS } from "./boundaries.js";
import { type Import, importsOf, manifestOf, packageOf, read, repositoryFiles } from "./source-files.js";

/** Built-in modules without a side effect on the world. */
const PURE_BUILTINS = new Set([
  "node:crypto",
  "node:path",
  "node:util",
  "node:path/posix",
  "node:assert",
  "node:events",
]);
const TEST_FILE = /(?:\.test\.ts|\/fixtures\.ts|\/fixtures\/.*)$/;

const files = repositoryFiles("packages", "templates", "schemas").filter((file) =>
  /\/src\/.*\.ts$|^(?:templates|schemas)\/.*\.ts$/.test(file),
);

function boundaryOf(file: string): Boundary | undefined {
  return BOUNDARIES.find(({ files }) => (typeof files === "string" ? file.startsWith(files) : files.test(file)));
}

function isAllowed({ specifier, typeOnly }: Import, boundary: Boundary, file: string): boolean {
  const isTest = TEST_FILE.test(file);
  if (specifier.startsWith("node:")) return boundary.io || isTest || PURE_BUILTINS.has(specifier);
  const names = [specifier, packageOf(specifier)];
  const may = [...boundary.may, ...(isTest ? FOR_TESTS : []), ...(typeOnly ? (boundary.mayForTypes ?? []) : [])];
  return names.some((name) => may.includes(name));
}

test("each package loads only what its place allows", () => {
  const wrong = files.flatMap((file) => {
    const boundary = boundaryOf(file);
    if (!boundary) return [];
    return importsOf(file, read(file))
      .filter((each) => !each.specifier.startsWith(".") && !isAllowed(each, boundary, file))
      .map((each) => `${file}:${each.line} (${boundary.part}) imports "${each.specifier}"`);
  });
  expect(wrong).toEqual([]);
});

test("every package of the workspace has a row in the table", () => {
  const without = files.filter((file) => !boundaryOf(file) && !file.startsWith("packages/bench/"));
  expect(without).toEqual([]);
});

test("a relative import stays inside its package, except that the bench uses the servers of the tests", () => {
  const wrong = files.flatMap((file) => {
    if (file.startsWith("packages/bench/")) return [];
    const root = file.startsWith("packages/") ? file.split("/", 2).join("/") : (file.split("/")[0] ?? "");
    const depth = file.slice(root.length + 1).split("/").length - 1;
    return importsOf(file, read(file))
      .filter(({ specifier }) => (/^(?:\.\.\/)+/.exec(specifier)?.[0].length ?? 0) / 3 > depth)
      .map(({ specifier, line }) => `${file}:${line} imports "${specifier}"`);
  });
  expect(wrong).toEqual([]);
});

test("a package declares what it imports, and a relative import names the file with its extension", () => {
  const wrong = files.flatMap((file) => {
    const folder = file.startsWith("packages/") ? file.split("/", 2).join("/") : (file.split("/")[0] ?? "");
    const { name, dependencies, devDependencies, peerDependencies } = manifestOf(folder);
    const declared = { [name]: "", ...dependencies, ...devDependencies, ...peerDependencies };
    return importsOf(file, read(file))
      .filter(({ specifier }) => !specifier.startsWith("node:") && !isDeclared(specifier, declared))
      .map(({ specifier, line }) => `${file}:${line} imports "${specifier}"`);
  });
  expect(wrong).toEqual([]);
});

/** Tests run under the root's vitest. */
function isDeclared(specifier: string, declared: Readonly<Record<string, string>>): boolean {
  if (specifier.startsWith(".")) return /\.(?:js|mjs|json|hbs)$/.test(specifier);
  return packageOf(specifier) in declared || FOR_TESTS.includes(packageOf(specifier));
}

test("what is installed for production is what the published packages may depend on", () => {
  expect(manifestOf("packages/runtime").dependencies ?? {}).toEqual({});
  const cli = BOUNDARIES.find(({ part }) => part === "cli");
  // Bundled private packages bring these two.
  const allowed = [...(cli?.may ?? []), "handlebars", "ts-morph"].filter((name) => !name.startsWith("@queuegen/"));
  const surplus = Object.keys(manifestOf("packages/cli").dependencies ?? {}).filter((name) => !allowed.includes(name));
  expect(surplus).toEqual([]);
  // What parsing needs; all else is bundled in.
  expect(Object.keys(manifestOf("packages/eslint-plugin").dependencies ?? {})).toEqual(["ts-morph"]);
});
