import { ConfigError } from "../errors.js";
import type { Session } from "../session/session.js";
import { errnoOf, NO_DATABASE, NO_SUCH_TABLE } from "../sql/server-error.js";
import { compile } from "../sql/statement.js";

/** Fails early, and with the command that mends it, where a table that the worker lives by is not there. */
export async function checkTables(session: Session, tables: readonly string[]): Promise<void> {
  const link = await session.link();
  for (const table of tables) {
    try {
      await link.read(compile(`SELECT 1 FROM \`${table.replaceAll("`", "``")}\` LIMIT 1`));
    } catch (error) {
      if (errnoOf(error) === NO_DATABASE) {
        throw new ConfigError("the pool names no database: mysql://user@host:3306/DATABASE", { cause: error });
      }
      if (errnoOf(error) !== NO_SUCH_TABLE) throw error;
      throw new ConfigError(`table ${table} does not exist in this database: run \`queuegen migrate up\``, {
        cause: error,
      });
    }
  }
}
