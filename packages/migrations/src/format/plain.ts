import { hiddenSnapshot, type MigrationFormat } from "./migration-format.js";
import { twoFiles } from "./two-files.js";

/** For runners that apply every .sql file of a folder in order: the way back stands beside, where `*.sql` does not reach. */
export const plain: MigrationFormat = {
  name: "plain",
  doc: "<time>_<name>.sql, the way back in down/",
  numbered: true,
  snapshot: hiddenSnapshot,
  ...twoFiles((name) => ({ up: `${name}.sql`, down: `down/${name}.sql` })),
};
