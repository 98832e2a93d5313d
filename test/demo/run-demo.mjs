import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ROOT } from "../bootstrap/repository.mjs";
import { makeTarballs } from "../bootstrap/tarballs.mjs";
import { startWatchdog } from "../services/watchdog.mjs";
import { bringUpDatabase } from "./database.mjs";
import { catchHandEdit, declareQueue, rejectOldWorker } from "./declare.mjs";
import { drain } from "./drain.mjs";
import { Project, writeStart } from "./project.mjs";
import { heading, number, say } from "./terminal.mjs";
import { judge } from "./verdict.mjs";

/** @typedef {import("mysql2/promise").Pool} Pool */

const JOBS = 20_000;

/**
 * From an empty folder to a drained queue. Throws where anything is not as it must be.
 * @param {{ readonly keep: boolean }} options
 */
export async function runDemo({ keep }) {
  const started = Date.now();
  const database = await bringUpDatabase();
  const folder = mkdtempSync(path.join(tmpdir(), "queuegen-demo-"));
  const watchdog = startWatchdog(keep ? undefined : folder);
  try {
    const project = new Project(folder, watchdog, { DATABASE_URL: database.url });
    writeStart(project);
    await installAsUser(project);
    await declareQueue(project);
    await catchHandEdit(project);
    await rejectOldWorker(project);
    await fill(project, database.pool);
    await judge(database.pool, JOBS, await drain(project, database.pool, JOBS));
    heading(`Nothing was lost, and nothing was completed twice (${((Date.now() - started) / 1000).toFixed(0)} s).`);
  } finally {
    await watchdog.dismiss();
    await database.remove();
    if (keep) console.log(`\nThe project is in ${folder}; its database is gone.`);
  }
}

/** @param {Project} project */
async function installAsUser(project) {
  heading("1. A project that installs the packed packages");
  const tarballs = await makeTarballs(path.join(project.folder, "tarballs"));
  const pinned = JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8")).devDependencies;
  const { mysql2 } = JSON.parse(readFileSync(path.join(ROOT, "test/package.json"), "utf8")).dependencies;
  const files = tarballs.map((file) => `./${path.relative(project.folder, file)}`);
  const others = [`mysql2@${mysql2}`, `typescript@${pinned.typescript}`, `@types/node@${pinned["@types/node"]}`];
  await project.run(["npm install --no-audit --no-fund", ...files, ...others].join(" "));
}

/**
 * @param {Project} project
 * @param {Pool} db
 */
async function fill(project, db) {
  heading(`5. The table, and ${number(JOBS)} jobs`);
  say(`migrations: ${readdirSync(path.join(project.folder, "migrations")).join(", ")}`);
  await project.run("npx queuegen migrate up");
  await db.query(readFileSync(path.join(ROOT, "test/fixtures/demo/judge.sql"), "utf8"));
  await project.run("npx tsc");
  const started = Date.now();
  await project.run(`node dist/enqueue.js ${JOBS}`);
  say(`${number(JOBS)} jobs put in within ${((Date.now() - started) / 1000).toFixed(1)} s`);
}
