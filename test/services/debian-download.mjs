import { execFile } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg";
const APT_TIMEOUT_MS = 10 * 60_000;

/** In the closure of a server on an empty system, but only for maintainer scripts, which never run here. */
const NOT_NEEDED = /^(?:lib)?perl|^debconf|^dpkg$|^tar$|^libgdbm|^libdb5|^gcc-.*-base$|^adduser$|^passwd$|^init-system/;

/**
 * Fetches the package and all that it needs with an apt that believes the system is empty.
 * @param {string} folder
 * @param {string} mirror
 * @param {string} suite
 * @param {string} name
 * @returns {Promise<string[]>} paths of the .deb files
 */
export async function downloadFromDebian(folder, mirror, suite, name) {
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
export function debianMirror() {
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
