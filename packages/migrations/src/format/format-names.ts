/** Whose file layout migrations are kept in: the key `migrations.format` of queuegen.json. Apart, so that reading the configuration loads no format. */
export const FORMAT_NAMES = [
  "folder", //
  "plain",
  "dbmate",
  "golang-migrate",
  "flyway",
  "liquibase",
  "knex",
  "kysely",
] as const;

export type FormatName = (typeof FORMAT_NAMES)[number];
