import type { Renames } from "../diff/index.js";
import type { MigrationFolder } from "../folder/migration-folder.js";

const NAME = "`((?:[^`]|``)+)`";
const WAYS = [`\\bRENAME COLUMN ${NAME} TO ${NAME}`, `\\bCHANGE(?: COLUMN)? ${NAME} ${NAME}`];

/** Old column names by new ones, as the statements of a migration have them: a snapshot does not tell a rename. */
export function renamesIn({ up }: Pick<MigrationFolder, "up">): Renames {
  const found = WAYS.flatMap((way) => [...up.matchAll(new RegExp(way, "gi"))]).map(
    ([, from = "", to = ""]) => [to.replaceAll("``", "`"), from.replaceAll("``", "`")] as const,
  );
  return new Map(found.filter(([to, from]) => to !== from));
}
