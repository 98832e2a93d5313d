import type { MigrationFile } from "../folder/migration-folder.js";
import { hiddenSnapshot, type MigrationFormat } from "./migration-format.js";
import { twoFiles } from "./two-files.js";

const files = twoFiles((name) => {
  const [time, ...slug] = name.split("_");
  return { up: `V${time}__${slug.join("_")}.sql`, down: `U${time}__${slug.join("_")}.sql` };
});

/** Versioned and undo migrations. MySQL and MariaDB commit each statement of a table by themselves, which it knows. */
export const flyway: MigrationFormat = {
  name: "flyway",
  doc: "V<time>__<name>.sql and U<time>__<name>.sql",
  numbered: true,
  snapshot: hiddenSnapshot,
  ...files,
  print: (migration) => files.print(migration).flatMap((file) => [file, ...scriptConfig(file)]),
};

/** A `${...}` in a comment is text, not a placeholder that somebody has to give a value. */
function scriptConfig({ path, text }: MigrationFile): readonly MigrationFile[] {
  return text.includes("${") ? [{ path: `${path}.conf`, text: "placeholderReplacement=false\n" }] : [];
}
