import type { FreshDatabase } from "../../services/database.js";

/** SHOW CREATE TABLE of every table of ours, by name: what a tool has made, without its own books. */
export async function tablesOf(database: FreshDatabase): Promise<Readonly<Record<string, string>>> {
  const rows = await database.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() ORDER BY 1",
  );
  const ours = rows.filter(({ name }) => name === "notify_task" || /^queuegen_(?!migrations$)/.test(name));
  const texts = await Promise.all(
    ours.map(async ({ name }) => {
      const [row] = await database.query<{ "Create Table": string }>(`SHOW CREATE TABLE \`${name}\``);
      return [name, row?.["Create Table"].replace(/ AUTO_INCREMENT=\d+/, "") ?? ""] as const;
    }),
  );
  return Object.fromEntries(texts);
}
