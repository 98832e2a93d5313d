import { ConfigError, compile, type Link } from "@queuegen/runtime/internal";
import { rangeNames } from "../range-names.js";
import type { CursorSpec } from "./spec.js";

const PRIMARY_KEY = compile(
  "SELECT COLUMN_NAME FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = :table AND INDEX_NAME = 'PRIMARY' ORDER BY SEQ_IN_INDEX",
);
const COLLATIONS = compile(
  "SELECT COLUMN_NAME, COLLATION_NAME FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = :table",
);

/** Before anything is cut: along another key, or in another order, rows would be passed over. */
export async function checkKey(link: Link, { queue, table: ranges, walk }: CursorSpec): Promise<void> {
  const key = Object.keys(walk.key);
  const primary = (await link.read(PRIMARY_KEY, { table: walk.table })).map(([name]) => String(name));
  if (primary.length === 0) {
    throw new ConfigError(`queue ${queue}: there is no table ${walk.table} with a primary key in this database`);
  }
  if (primary.join().toLowerCase() !== key.join().toLowerCase()) {
    throw new ConfigError(
      `queue ${queue}: the primary key of ${walk.table} is (${primary.join(", ")}), and the schema walks along (${key.join(", ")}): write walk: { key: [${primary.map((name) => JSON.stringify(name)).join(", ")}] }`,
    );
  }
  const [theirs, ours] = [await collations(link, walk.table), await collations(link, ranges)];
  for (const name of key) {
    const [their, our] = [theirs.get(name.toLowerCase()), ours.get(rangeNames(name).at.toLowerCase())];
    if (their === our) continue;
    throw new ConfigError(
      `queue ${queue}: ${walk.table}.${name} is sorted by ${their}, and its cursor in ${ranges} by ${our}: give the column this collate in the schema, and run \`queuegen migrate new\` and \`queuegen migrate up\``,
    );
  }
}

async function collations(link: Link, table: string): Promise<ReadonlyMap<string, string | undefined>> {
  const rows = await link.read(COLLATIONS, { table });
  return new Map(
    rows.map(([name, collation]) => [String(name).toLowerCase(), collation === null ? undefined : String(collation)]),
  );
}
