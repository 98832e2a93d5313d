import { hiddenSnapshot, type MigrationFormat } from "./migration-format.js";
import { parseScript, printScript, type ScriptWords } from "./script.js";

const WORDS: ScriptWords = {
  head: `import type { Knex } from "knex";

// The server commits each statement of a table by itself.
export const config = { transaction: false };
`,
  parameter: "knex: Knex",
  send: (literal) => `await knex.raw(${literal});`,
  sent: [/await knex\s*\.raw\(\s*/, /\s*,?\s*\);/],
};

/** A module a migration, in TypeScript, for Knex. */
export const knex: MigrationFormat = {
  name: "knex",
  doc: "<time>_<name>.ts with up and down for Knex",
  numbered: false,
  snapshot: hiddenSnapshot,
  paths: (name) => ({ up: `${name}.ts`, down: `${name}.ts` }),
  print: (migration) => [{ path: `${migration.name}.ts`, text: printScript(migration, WORDS) }],
  parse: (_name, { up }) => parseScript(up, WORDS),
};
