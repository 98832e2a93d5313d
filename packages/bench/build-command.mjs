// Builds the command into a folder of our own, where nobody else's build replaces it in mid-measure. For the measures of the command.
import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const source = path.resolve(here, "../cli");
const target = path.join(here, "dist/node_modules/queuegen");

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
cpSync(path.join(source, "bin"), path.join(target, "bin"), { recursive: true });
for (const name of ["package.json", "schema.json"]) copyFileSync(path.join(source, name), path.join(target, name));
symlinkSync(path.join(source, "node_modules"), path.join(target, "node_modules"));
execFileSync(
  path.resolve(here, "../../node_modules/.bin/tsdown"),
  ["--no-dts", "--logLevel", "warn", "--out-dir", path.join(target, "dist")],
  { cwd: source, stdio: "inherit" },
);
// The linter's engine by itself, for what an editor does with it.
execFileSync(
  path.resolve(here, "../../node_modules/.bin/tsdown"),
  [
    ...[
      "--no-config",
      "--no-dts",
      "--logLevel",
      "warn",
      "--platform",
      "node",
      "--out-dir",
      path.join(target, "engine"),
    ],
    path.resolve(here, "../lint/src/index.ts"),
  ],
  { cwd: source, stdio: "inherit" },
);
