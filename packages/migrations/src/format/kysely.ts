import { hiddenSnapshot, type MigrationFormat } from "./migration-format.js";
import { parseScript, printScript, type ScriptWords } from "./script.js";

const WORDS: ScriptWords = {
  head: 'import { type Kysely, sql } from "kysely";\n',
  parameter: "db: Kysely<unknown>",
  send: (literal) => `await sql${literal}.execute(db);`,
  sent: [/await sql/, /\s*\.execute\(db\);/],
};

/** A module a migration, in TypeScript, for Kysely's Migrator, which takes no transaction on MySQL. */
export const kysely: MigrationFormat = {
  name: "kysely",
  doc: "<time>_<name>.ts with up and down for Kysely's Migrator",
  numbered: false,
  snapshot: hiddenSnapshot,
  paths: (name) => ({ up: `${name}.ts`, down: `${name}.ts` }),
  print: (migration) => [{ path: `${migration.name}.ts`, text: printScript(migration, WORDS) }],
  parse: (_name, { up }) => parseScript(up, WORDS),
};
