import { hiddenSnapshot, type MigrationFormat } from "./migration-format.js";
import { twoFiles } from "./two-files.js";

/** Sends a file as it stands, so its URL needs `multiStatements=true`. Takes no file whose number another one has. */
export const golangMigrate: MigrationFormat = {
  name: "golang-migrate",
  doc: "<time>_<name>.up.sql and .down.sql",
  numbered: true,
  snapshot: hiddenSnapshot,
  ...twoFiles((name) => ({ up: `${name}.up.sql`, down: `${name}.down.sql` })),
};
