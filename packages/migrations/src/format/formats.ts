import { dbmate } from "./dbmate.js";
import { flyway } from "./flyway.js";
import { folder } from "./folder.js";
import { golangMigrate } from "./golang-migrate.js";
import { knex } from "./knex.js";
import { kysely } from "./kysely.js";
import { liquibase } from "./liquibase.js";
import type { FormatName, MigrationFormat } from "./migration-format.js";
import { plain } from "./plain.js";

/** Every format, ours first. */
export const FORMATS: readonly MigrationFormat[] = [
  folder, //
  plain,
  dbmate,
  golangMigrate,
  flyway,
  liquibase,
  knex,
  kysely,
];

export function formatOf(name: FormatName): MigrationFormat {
  const found = FORMATS.find((format) => format.name === name);
  if (found === undefined) throw new Error(`no migration format ${name}`);
  return found;
}
