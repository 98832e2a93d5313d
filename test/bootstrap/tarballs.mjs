import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { PUBLISHED } from "./published.mjs";
import { pnpm, ROOT } from "./repository.mjs";
import { StepError, step } from "./step.mjs";

const run = promisify(execFile);

/**
 * @typedef {object} Manifest what matters here of a package.json
 * @property {string} name
 * @property {string} version
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [peerDependencies]
 * @property {Record<string, string>} [optionalDependencies]
 * @property {Record<string, string>} [devDependencies]
 * @property {Record<string, string>} [scripts]
 */

/**
 * Packs the published packages as they would go to the registry. They must be built.
 * @param {string} destination absolute folder; older tarballs of the same packages are replaced
 * @param {readonly string[]} [names] of packages; all of them if not told otherwise
 * @returns {Promise<string[]>} absolute paths
 */
export async function makeTarballs(destination, names = PUBLISHED.map(({ name }) => name)) {
  mkdirSync(destination, { recursive: true });
  /** @type {string[]} */
  const files = [];
  for (const { name, folder } of PUBLISHED.filter((each) => names.includes(each.name))) {
    const aside = mkdtempSync(path.join(destination, ".packing-"));
    try {
      // pnpm applies publishConfig and puts versions where the workspace protocol stands.
      const cwd = path.join(ROOT, folder);
      await step(`pack ${name}`, [...pnpm(), "pack", "--pack-destination", aside], { cwd, quiet: true });
      files.push(await repack(aside, destination));
    } finally {
      rmSync(aside, { recursive: true });
    }
  }
  return files;
}

/**
 * Takes out of the packed manifest what only this repository can use, and packs it again.
 * @param {string} aside folder with the one tarball that pnpm made
 * @param {string} destination
 * @returns {Promise<string>}
 */
async function repack(aside, destination) {
  const [tarball = ""] = readdirSync(aside).filter((file) => file.endsWith(".tgz"));
  await run("tar", ["-xzf", tarball], { cwd: aside });
  const unpacked = path.join(aside, "package");
  const file = path.join(unpacked, "package.json");
  const {
    devDependencies: _,
    scripts: __,
    ...manifest
  } = /** @type {Manifest} */ (JSON.parse(readFileSync(file, "utf8")));
  checkManifest(manifest);
  writeFileSync(file, `${JSON.stringify(manifest, undefined, 2)}\n`);
  const prefix = tarball.replace(/-\d+\.\d+\.\d+.*$/, "-");
  for (const old of readdirSync(destination)) {
    if (old.startsWith(prefix) && /^\d/.test(old.slice(prefix.length))) rmSync(path.join(destination, old));
  }
  await run("npm", ["pack", "--silent", "--pack-destination", destination], { cwd: unpacked });
  return path.join(destination, tarball);
}

/**
 * A manifest with the workspace protocol, or with a package that is on no registry, cannot be installed by anybody.
 * @param {Manifest} manifest
 */
export function checkManifest(manifest) {
  const published = new Set(PUBLISHED.map(({ name }) => name));
  const { dependencies, peerDependencies, optionalDependencies } = manifest;
  for (const [name, range] of Object.entries({ ...dependencies, ...peerDependencies, ...optionalDependencies })) {
    if (range.startsWith("workspace:") || range.startsWith("link:") || range.startsWith("file:")) {
      throw new StepError(`${manifest.name}: packed with "${name}": "${range}", which no registry knows`);
    }
    if (name.startsWith("@queuegen/") && !published.has(name)) {
      throw new StepError(`${manifest.name}: depends on the private package ${name}: bundle it in (tsdown.config.ts)`);
    }
  }
}
