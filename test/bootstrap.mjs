import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { digest } from "./bootstrap/digest.mjs";
import { PUBLISHED } from "./bootstrap/published.mjs";
import { pnpm, ROOT } from "./bootstrap/repository.mjs";
import { runScript, StepError, step } from "./bootstrap/step.mjs";
import { withLock } from "./services/lock.mjs";

/**
 * Makes a fresh clone ready: the right Node, dependencies installed, the published packages built. Each part is
 * skipped when nothing it depends on has changed since the last time. Needs nothing but Node and npm.
 */
export async function bootstrap() {
  checkNode(process.versions.node);
  const onWait = (/** @type {number} */ pid) =>
    console.log(`- waiting for process ${pid}, which installs or builds here`);
  await withLock(path.join(ROOT, ".cache", "bootstrap.lock"), installAndBuild, { onWait });
}

async function installAndBuild() {
  await unlessUnchanged("install", ["node_modules/.bin/tsc"], manifests(), async () => {
    const env = { ...process.env, CI: "true" };
    await step("install the dependencies", [...pnpm(), "install", "--frozen-lockfile"], { quiet: true, env });
  });
  const built = PUBLISHED.map(({ folder }) => `${folder}/dist/index.js`);
  await unlessUnchanged("build", built, sources(), async () => {
    const published = PUBLISHED.flatMap(({ name }) => ["--filter", name]);
    await step("build the published packages", [...pnpm(), "-r", ...published, "run", "build"], {
      quiet: true,
    });
  });
}

/** @param {string} version */
export function checkNode(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new StepError(`queuegen needs Node 20.19 or newer, this is ${version} (${process.execPath})`, 2);
}

/** What decides whether an installation is current. */
function manifests() {
  return [
    "package.json",
    "pnpm-lock.yaml",
    "pnpm-workspace.yaml",
    ...workspaces().map((name) => `${name}/package.json`),
  ];
}

/** What decides whether a build is current; the pages of the rules are part of the command line tool. */
function sources() {
  return [...manifests(), ...packages(), "templates", "docs/rules", "tsconfig.base.json", "tsconfig.json"];
}

function packages() {
  return readdirSync(path.join(ROOT, "packages")).map((name) => `packages/${name}`);
}

function workspaces() {
  return [...packages(), "templates", "schemas", "generated-example", "test"];
}

/**
 * @param {string} name
 * @param {readonly string[]} results must be there for the work to count as done
 * @param {readonly string[]} inputs
 * @param {() => Promise<void>} work
 */
async function unlessUnchanged(name, results, inputs, work) {
  // In node_modules, so that who removes that folder to start over does.
  const stamp = path.join(ROOT, "node_modules", ".cache", "queuegen-bootstrap", name);
  const now = digest(ROOT, inputs);
  const there = results.every((file) => existsSync(path.join(ROOT, file)));
  if (there && existsSync(stamp) && readFileSync(stamp, "utf8") === now) return;
  await work();
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, now);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await runScript(async () => {
    await bootstrap();
    return 0;
  });
}
