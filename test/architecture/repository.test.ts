import { existsSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { ROOT, read, repositoryFiles } from "./source-files.js";

const files = repositoryFiles();
const isText = (file: string): boolean => !/\.(?:png|ico|gz|tgz)$/.test(file);

test("no source file is longer than 300 lines", () => {
  const long = files
    .filter((file) => /^packages\/[^/]+\/src\/.*\.ts$/.test(file))
    .map((file) => ({ file, lines: read(file).split("\n").length - 1 }))
    .filter(({ lines }) => lines > 300);
  expect(long).toEqual([]);
});

test("the top level has these folders and no others", () => {
  const folders = new Set(files.filter((file) => file.includes("/")).map((file) => file.split("/")[0]));
  expect([...folders].sort()).toEqual(
    [".ci", ".github", "docs", "generated-example", "packages", "schemas", "templates", "test"].sort(),
  );
});

test.each([
  "package.json",
  "pnpm-workspace.yaml",
  "pnpm-lock.yaml",
  "tsconfig.base.json",
  "README.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  "LICENSE",
  ".gitattributes",
  ".editorconfig",
  ".ci/run",
])("%s is there", (file) => {
  expect(existsSync(path.join(ROOT, file))).toBe(true);
});

test("no tracked file names a package registry's host or a path of somebody's machine", () => {
  // Put together from parts, so that this file does not name them.
  const hosts = ["registry.npmjs", "deb.debian", "security.debian", "archive.ubuntu", "registry.yarnpkg"].map(
    (host) => `${host}.org`,
  );
  const paths = ["root", "home/[a-z]+", "Users/[A-Za-z]+", "work"].map((folder) => `(?<![\\w.$}])/${folder}/`);
  const forbidden = new RegExp([...hosts.map((host) => host.replaceAll(".", "\\.")), ...paths].join("|"), "g");
  const found = files
    .filter((file) => isText(file))
    .flatMap((file) => [...read(file).matchAll(forbidden)].map((match) => `${file}: ${match[0]}`));
  expect(found).toEqual([]);
});

test("every text file ends its lines with LF and the last one too", () => {
  const wrong = files.filter(
    (file) => isText(file) && !file.startsWith("test/cases/") && !file.startsWith("test/fixtures/"),
  );
  expect(wrong.filter((file) => /\r\n/.test(read(file)) || !/(?:^|\n)$/.test(read(file)))).toEqual([]);
});
