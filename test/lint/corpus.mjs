import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { ROOT } from "../bootstrap/repository.mjs";
import { runScript, StepError, step } from "../bootstrap/step.mjs";
import { cacheFolder } from "../services/debian.mjs";
import { debianMirror, downloadFromDebian } from "../services/debian-download.mjs";
import { PRODUCTS } from "../services/products.mjs";

const run = promisify(execFile);
const PACKAGE = "mariadb-test-data";
const INSIDE = "usr/share/mysql/mysql-test";

/**
 * `node test/lint/corpus.mjs [FOLDER]`: reads every statement of MariaDB's own test suite, half a million, and tells which are read with a
 * loss. FOLDER, or the package where it is installed, or else the package of Debian, unpacked into the user's cache. It is
 * GPL: none of it may be copied into this repository.
 */
await runScript(async () => {
  const folder = process.argv[2] ?? (await corpus());
  const env = { ...process.env, QUEUEGEN_SQL_CORPUS: path.resolve(folder) };
  const tests = ["run", "--project", "unit", "packages/lint/src/oracle/statements", "-t", "corpus"];
  await step(`read the statements in ${folder}`, [path.join(ROOT, "node_modules/.bin/vitest"), ...tests], { env });
  return 0;
});

async function corpus() {
  const installed = `/${INSIDE}`;
  if (existsSync(installed)) return installed;
  const kept = path.join(cacheFolder(), "sql-corpus");
  if (!existsSync(kept)) await unpack(kept);
  return path.join(kept, INSIDE);
}

/** @param {string} folder */
async function unpack(folder) {
  const mirror = debianMirror();
  if (mirror === undefined) throw new StepError(`this is no Debian: name a folder with the files of ${PACKAGE}`);
  const aside = mkdtempSync(`${folder}.`);
  try {
    const files = await downloadFromDebian(aside, mirror, PRODUCTS.mariadb.debian.suite, PACKAGE);
    const [file] = files.filter((each) => path.basename(each).startsWith(PACKAGE));
    if (file === undefined) throw new StepError(`Debian has no ${PACKAGE}`);
    const root = path.join(aside, "root");
    await run("dpkg-deb", ["-x", file, root]);
    renameSync(root, folder);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}
