import { readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../bootstrap/repository.mjs";
import { StepError } from "../bootstrap/step.mjs";
import { makeTarballs } from "../bootstrap/tarballs.mjs";
import { findInstalled } from "../services/find.mjs";
import { startMariadb, startMysql } from "../services/servers.mjs";
import { catchHandEdit, declareQueue, rejectOldWorker } from "./declare.mjs";
import { drain } from "./drain.mjs";
import { atExit } from "./exit.mjs";
import { makeProjectFolder, Project } from "./project.mjs";
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
  const server = await startServer();
  const folder = makeProjectFolder();
  atExit(() => {
    if (keep) console.log(`\nThe project is in ${folder}; its database server is gone.`);
    else rmSync(folder, { recursive: true, force: true });
  });
  try {
    const project = new Project(folder, { DATABASE_URL: `${server.url}/demo` });
    await installAsUser(project);
    await declareQueue(project);
    await catchHandEdit(project);
    await rejectOldWorker(project);
    const db = await createDatabase(server.url);
    try {
      await fill(project, db);
      await judge(db, JOBS, await drain(project, db, JOBS));
    } finally {
      await db.end();
    }
    heading(`Nothing was lost, and nothing was completed twice (${((Date.now() - started) / 1000).toFixed(0)} s).`);
  } finally {
    await server.stop();
  }
}

/** MariaDB or MySQL, whichever is installed, with durable commits as in production. */
async function startServer() {
  heading("A database server of our own");
  const start = !findInstalled("mariadb") && findInstalled("mysql") ? startMysql : startMariadb;
  try {
    const server = await start({ durability: "full", log: say });
    say(`${server.product} ${server.version} on 127.0.0.1:${server.port}, removed at the end`);
    return server;
  } catch (error) {
    throw new StepError(error instanceof Error ? error.message : String(error), 2);
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
 * @param {string} serverUrl
 * @returns {Promise<Pool>}
 */
async function createDatabase(serverUrl) {
  const { createConnection, createPool } = await import("mysql2/promise");
  const connection = await createConnection(serverUrl);
  await connection.query("CREATE DATABASE demo CHARACTER SET utf8mb4");
  await connection.end();
  return createPool({ uri: `${serverUrl}/demo`, multipleStatements: true, connectionLimit: 2 });
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
