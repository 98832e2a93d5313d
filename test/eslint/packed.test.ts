import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { manifestOf } from "../architecture/source-files.js";
import { makeTarballs } from "../bootstrap/tarballs.mjs";
import { scratchProject } from "../cli/project.js";
import { page } from "../docs/pages.js";

const run = promisify(execFile);

test("installed from its tarball, the plugin does in the eslint of the project what its page shows", async () => {
  const project = scratchProject("queuegen-eslint-");
  await makeTarballs(join(project.root, "tarballs"), ["@queuegen/eslint-plugin"]);
  project.write("package.json", '{ "type": "module" }\n');
  const { blocks } = page("docs/how-to/eslint.md");
  const files = blocks.filter(({ language }) => language === "js").slice(0, 2);
  for (const { text } of files) project.write(/^\/\/ (\S+)\n/.exec(text)?.[1] ?? "", text);
  const eslint = `eslint@${manifestOf("test").dependencies?.eslint}`;
  const tarballs = readdirSync(join(project.root, "tarballs")).map((name) => `./tarballs/${name}`);
  const quiet = ["--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"];
  await run("npm", ["install", "--save-dev", ...quiet, eslint, ...tarballs], { cwd: project.root });
  const bin = join(project.root, "node_modules/eslint/bin/eslint.js");
  const failed = await run(process.execPath, [bin, "src"], { cwd: project.root }).catch((error: unknown) => error);
  const { code, stdout, stderr } = failed as { code: number; stdout: string; stderr: string };
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  const shown = blocks.find(({ language }) => language === "text")?.text.trim();
  expect(stdout.replace(`${project.root}/`, "")).toContain(shown);
}, 240_000);
