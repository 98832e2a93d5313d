import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { compile, installPackages, strictOptions } from "../../types/compiler.js";
import { runProgram } from "./run-program.js";
import type { Tool } from "./tool.js";

const KNEX = `import knex from "knex";
const db = knex({ client: "mysql2", connection: process.env.DATABASE_URL, migrations: { directory: "dist" } });
if (process.argv[2] === "up") await db.migrate.latest();
else await db.migrate.rollback(undefined, true);
await db.destroy();
`;

const KYSELY = `import { promises as fs } from "node:fs";
import path from "node:path";
import { FileMigrationProvider, Kysely, Migrator, MysqlDialect, NO_MIGRATIONS } from "kysely";
import { createPool } from "mysql2";
const db = new Kysely({ dialect: new MysqlDialect({ pool: createPool(process.env.DATABASE_URL) }) });
const provider = new FileMigrationProvider({ fs, path, migrationFolder: path.resolve("dist") });
const migrator = new Migrator({ db, provider });
const { error } = process.argv[2] === "up" ? await migrator.migrateToLatest() : await migrator.migrateTo(NO_MIGRATIONS);
await db.destroy();
if (error) throw error;
`;

/** Compiles the migrations with every strict flag, as a build does, and runs what comes out by the tool. */
function scriptTool(format: "knex" | "kysely", program: string): Tool {
  const run = (root: string, url: string, way: string): Promise<string> =>
    runProgram(process.execPath, ["migrate.js", way], root, { DATABASE_URL: url });
  return {
    format,
    async prepare(root) {
      installPackages({ root });
      link(root, "knex");
      writeFileSync(join(root, "package.json"), '{ "type": "module" }\n');
      writeFileSync(join(root, "migrate.js"), program);
      const compilerOptions = { ...strictOptions("6"), rootDir: "migrations", outDir: "dist", declarationDir: "types" };
      // The types of Knex itself do not pass every flag.
      const config = { compilerOptions: { ...compilerOptions, skipLibCheck: true }, include: ["migrations"] };
      writeFileSync(join(root, "tsconfig.json"), JSON.stringify(config));
      const problems = await compile("6", root);
      if (problems !== "") throw new Error(problems);
    },
    up: async (root, { url }) => void (await run(root, url, "up")),
    down: async (root, { url }) => void (await run(root, url, "down")),
  };
}

function link(root: string, name: string): void {
  const path = join(root, "node_modules", name);
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(fileURLToPath(new URL(`../../node_modules/${name}`, import.meta.url)), path);
}

export const knexTool: Tool = scriptTool("knex", KNEX);
export const kyselyTool: Tool = scriptTool("kysely", KYSELY);
