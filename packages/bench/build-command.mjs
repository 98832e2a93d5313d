// Builds the command where it stands, beside its dependencies, if a source is newer than the build. For the measures of the command.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const repository = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const output = path.join(repository, "packages/cli/dist/main.js");
const bundled = ["cli", "generator", "lint", "migrations", "model", "modes", "reader"];
const folders = [...bundled.map((name) => `packages/${name}/src`), "templates"];

if (!existsSync(output) || statSync(output).mtimeMs < newestSource()) {
  const cwd = path.join(repository, "packages/cli");
  execFileSync(path.join(repository, "node_modules/.bin/tsdown"), ["--logLevel", "warn"], { cwd, stdio: "inherit" });
}

function newestSource() {
  const entries = folders.flatMap((folder) =>
    readdirSync(path.join(repository, folder), { recursive: true, withFileTypes: true }),
  );
  const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.includes("node_modules"));
  return Math.max(...files.map((file) => statSync(path.join(file.parentPath, file.name)).mtimeMs));
}
