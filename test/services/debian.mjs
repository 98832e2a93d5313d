import { execFile } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { ask } from "./find.mjs";
import { withLock } from "./lock.mjs";
import { PRODUCTS } from "./products.mjs";

/**
 * @typedef {import("./servers.d.mts").ProductName} ProductName
 * @typedef {import("./servers.d.mts").Program} Program
 * @typedef {(line: string) => void} Log
 */

const run = promisify(execFile);
const KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg";
const APT_TIMEOUT_MS = 10 * 60_000;

/** In the closure of a server on an empty system, but only for maintainer scripts, which never run here. */
const NOT_NEEDED = /^(?:lib)?perl|^debconf|^dpkg$|^tar$|^libgdbm|^libdb5|^gcc-.*-base$|^adduser$|^passwd$|^init-system/;

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
  const ready = () => (existsSync(folder) ? unpacked(product, folder) : undefined);
  const found = ready();
  if (found) return found;
  const mirror = mirrorOfSystem();
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
  const already = existsSync(folder) ? unpacked(product, folder) : undefined;
  if (already) return already;
  const { title, debian } = PRODUCTS[product];
  log(`unpacking ${title} from Debian ${debian.suite} into ${folder} (about ${debian.megabytes} MB to fetch, once)`);
  const aside = mkdtempSync(`${folder}.`);
  try {
    const packages = await download(aside, mirror, debian.suite, debian.package);
    const root = path.join(aside, "root");
    mkdirSync(root);
    for (const file of packages) await run("dpkg-deb", ["-x", file, root], { timeout: APT_TIMEOUT_MS });
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
 * Fetches the package and all that it needs with an apt that believes the system is empty.
 * @param {string} folder
 * @param {string} mirror
 * @param {string} suite
 * @param {string} name
 * @returns {Promise<string[]>} paths of the .deb files
 */
async function download(folder, mirror, suite, name) {
  const apt = path.join(folder, "apt");
  const debs = path.join(apt, "cache");
  for (const sub of ["lists/partial", "cache/archives/partial", "conf.d"])
    mkdirSync(path.join(apt, sub), { recursive: true });
  writeFileSync(path.join(apt, "status"), "");
  writeFileSync(path.join(apt, "sources.list"), `deb [signed-by=${KEYRING}] ${mirror} ${suite} main\n`);
  copySettings(path.join(apt, "conf.d"));
  writeFileSync(
    path.join(apt, "apt.conf"),
    [
      `Dir::Etc::Parts "${apt}/conf.d";`,
      `Dir::Etc::SourceList "${apt}/sources.list";`,
      `Dir::Etc::SourceParts "/dev/null";`,
      `Dir::Etc::Preferences "/dev/null";`,
      `Dir::Etc::PreferencesParts "/dev/null";`,
      `Dir::State::Lists "${apt}/lists";`,
      `Dir::State::status "${apt}/status";`,
      `Dir::Cache "${debs}";`,
      `Debug::NoLocking "1";`,
      `APT::Install-Recommends "false";`,
      // Root's apt fetches as the user _apt, who may not enter a folder of ours.
      `APT::Sandbox::User "root";`,
      // The index is signed all the same; an old one does for tests, and mirrors that stand still are common in CI.
      `Acquire::Check-Valid-Until "false";`,
      `Acquire::Languages "none";`,
      `Acquire::Retries "3";`,
    ].join("\n"),
  );
  const options = {
    cwd: debs,
    env: { ...process.env, APT_CONFIG: path.join(apt, "apt.conf"), DEBIAN_FRONTEND: "noninteractive", LC_ALL: "C" },
    timeout: APT_TIMEOUT_MS,
    maxBuffer: 64 * 1024 * 1024,
  };
  await run("apt-get", ["-qq", "update"], options);
  const { stdout } = await run("apt-get", ["-qq", "-s", "install", name], options);
  const wanted = [...stdout.matchAll(/^Inst (\S+)/gm)].map((match) => /** @type {string} */ (match[1]));
  await run("apt-get", ["-qq", "download", ...wanted.filter((each) => !NOT_NEEDED.test(each))], options);
  return readdirSync(debs)
    .filter((file) => file.endsWith(".deb"))
    .map((file) => path.join(debs, file));
}

/**
 * The machine's apt settings (a proxy, say) hold here too; its hooks do not: some empty the system's cache.
 * @param {string} into
 */
function copySettings(into) {
  const from = "/etc/apt/apt.conf.d";
  for (const name of existsSync(from) ? readdirSync(from) : []) {
    const file = path.join(from, name);
    try {
      if (/(?:Pre|Post)-(?:Invoke|Install)/.test(readFileSync(file, "utf8"))) continue;
      copyFileSync(file, path.join(into, name));
      chmodSync(path.join(into, name), 0o644);
    } catch {
      // A file that this user may not read holds a secret of the machine: go without it.
    }
  }
}

/** The mirror that this Debian uses, or `undefined` where this is not Debian or lacks what is needed. */
function mirrorOfSystem() {
  if (!existsSync("/usr/bin/apt-get") || !existsSync("/usr/bin/dpkg-deb") || !existsSync(KEYRING)) return undefined;
  const folder = "/etc/apt/sources.list.d";
  const files = (existsSync(folder) ? readdirSync(folder) : []).map((name) => path.join(folder, name));
  const texts = [...files, "/etc/apt/sources.list"]
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, "utf8"));
  const addresses = texts.flatMap((text) => [
    ...[...text.matchAll(/^URIs:\s*(\S+)/gm)].map((match) => match[1]),
    ...[...text.matchAll(/^deb\s+(?:\[[^\]]*\]\s+)?(\S+)/gm)].map((match) => match[1]),
  ]);
  return addresses.find((address) => address !== undefined && !address.includes("security"));
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
