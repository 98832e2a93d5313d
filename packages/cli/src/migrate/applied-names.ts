import type { MigrationFolder, RebaseWishes } from "@queuegen/migrations";
import { migrateStatus } from "@queuegen/migrations/apply";
import { withConnection } from "../connection.js";
import { databaseUrl } from "../database-url.js";
import type { Io } from "../io.js";

/** The migrations that a database has, whole or in part, by the ledger of our runner. */
export async function appliedNames(
  url: string,
  folders: readonly MigrationFolder[],
  tablePrefix: string,
  io: Io,
): Promise<Required<RebaseWishes>["applied"]> {
  const place = databaseUrl(url, io.env);
  const states = await withConnection(place, (connection) => migrateStatus({ connection, folders, tablePrefix }));
  const there = states.filter(({ kind }) => kind !== "pending");
  return { database: place.database, names: new Set(there.map(({ name }) => name)) };
}
