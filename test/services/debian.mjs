import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { debianMirror, downloadFromDebian } from "./debian-download.mjs";
import { ask } from "./find.mjs";
import { withLock } from "./lock.mjs";
import { PRODUCTS } from "./products.mjs";

/**
 * @typedef {import("./servers.d.mts").ProductName} ProductName
 * @typedef {import("./servers.d.mts").Program} Program
 * @typedef {(line: string) => void} Log
 */

const run = promisify(execFile);
const UNPACK_MS = 5 * 60_000;

/**
 * Unpacks a server from Debian's packages into the user's cache folder, and says how to start it. Needs no root and
 * changes nothing of the system: apt works on a state of its own, no package is installed, no service appears. The
 * unpacked server brings its own C library and is started through that library's loader, so the suite need not be the
 * machine's. A second call finds the folder of the first.
 * @param {ProductName} product
 * @param {Log} log
 * @returns {Promise<Program | undefined>} `undefined` where this is no Debian
 */
export async function unpackFromDebian(product, log) {
  const { title, debian } = PRODUCTS[product];
  const folder = path.join(cacheFolder(), "servers", `${product}-${debian.suite}`);
  const found = unpacked(product, folder);
  if (found) return found;
  const mirror = debianMirror();
  if (mirror === undefined) return undefined;
  const onWait = (/** @type {number} */ pid) => log(`process ${pid} is unpacking ${title}, waiting for it`);
  return withLock(`${folder}.lock`, () => fetchAndUnpack(product, folder, mirror, log), { onWait });
}

/**
 * @param {ProductName} product
 * @param {string} folder
 * @param {string} mirror
 * @param {Log} log
 */
async function fetchAndUnpack(product, folder, mirror, log) {
  const already = unpacked(product, folder);
  if (already) return already;
  const { title, debian } = PRODUCTS[product];
  // We hold the lock: what stands beside the folder was left by a process that was killed.
  for (const name of readdirSync(path.dirname(folder))) {
    const left = path.join(path.dirname(folder), name);
    if (left.startsWith(`${folder}.`) && left !== `${folder}.lock`) rmSync(left, { recursive: true, force: true });
  }
  log(`unpacking ${title} from Debian ${debian.suite} into ${folder} (about ${debian.megabytes} MB to fetch, once)`);
  const aside = mkdtempSync(`${folder}.`);
  try {
    const packages = await downloadFromDebian(aside, mirror, debian.suite, debian.package);
    const root = path.join(aside, "root");
    mkdirSync(root);
    for (const file of packages) await run("dpkg-deb", ["-x", file, root], { timeout: UNPACK_MS });
    rmSync(path.join(aside, "apt"), { recursive: true, force: true });
    for (const name of ["doc", "man", "locale", "lintian"]) {
      rmSync(path.join(root, "usr/share", name), { recursive: true, force: true });
    }
    if (!unpacked(product, aside)) throw new Error(`${title} was unpacked, but does not start`);
    rmSync(folder, { recursive: true, force: true });
    renameSync(aside, folder);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
  return unpacked(product, folder);
}

/**
 * How to start the server that was unpacked into `folder`.
 * @param {ProductName} product
 * @param {string} folder
 */
function unpacked(product, folder) {
  const root = path.join(folder, "root");
  const libraries = ["usr/lib", "lib"].flatMap((name) => [
    ...architectureFolders(path.join(root, name)),
    path.join(root, name),
  ]);
  const loader = [...libraries, path.join(root, "usr/lib64"), path.join(root, "lib64")]
    .flatMap((each) => loadersIn(each, root))
    .at(0);
  if (loader === undefined) return undefined;
  const binary = path.join(root, PRODUCTS[product].debian.binary);
  return ask(product, [loader, "--argv0", binary, "--library-path", libraries.join(":"), binary]);
}

/** @param {string} folder */
function architectureFolders(folder) {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.filter((name) => name.includes("-linux-gnu")).map((name) => path.join(folder, name));
}

/**
 * Loaders that are really inside: lib64 of older suites has an absolute link, which leads to the machine's own.
 * @param {string} folder
 * @param {string} root
 */
function loadersIn(folder, root) {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names
    .filter((name) => /^ld-linux.*\.so\.\d+$/.test(name))
    .map((name) => path.join(folder, name))
    .filter((file) => existsSync(file) && realpathSync(file).startsWith(`${realpathSync(root)}/`));
}

/** Our folder among the user's caches. */
export function cacheFolder() {
  return path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), ".cache"), "queuegen");
}
