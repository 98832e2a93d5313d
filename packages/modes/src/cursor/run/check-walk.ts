import { ConfigError, compile, errnoOf, type Link } from "@queuegen/runtime/internal";
import { rangeNames } from "../range-names.js";
import type { CursorSpec, KeyWord } from "./spec.js";
import { WalkedTable } from "./walked-table.js";

const PRIMARY_KEY = compile(
  "SELECT COLUMN_NAME FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = :table AND INDEX_NAME = 'PRIMARY' ORDER BY SEQ_IN_INDEX",
);
const COLUMNS = compile(
  "SELECT COLUMN_NAME, COLUMN_TYPE, COLLATION_NAME FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = :table",
);

/** Before anything is claimed. Throws a ConfigError where the table that is walked over is not as the schema says. */
export async function checkWalk(link: Link, spec: CursorSpec): Promise<void> {
  await checkKey(link, spec);
  await checkReads(link, spec);
}

/** Along another key, or in another order, rows would be passed over. */
async function checkKey(link: Link, { queue, table: ranges, walk }: CursorSpec): Promise<void> {
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
  const [theirs, ours] = [await columns(link, walk.table), await columns(link, ranges)];
  const then = "then run `queuegen generate`, `queuegen migrate new` and `queuegen migrate up`";
  for (const [name, word] of Object.entries(walk.key)) {
    const [their, our] = [theirs.get(name.toLowerCase()), ours.get(rangeNames(name).at.toLowerCase())];
    if (their !== undefined && wordOf(their.type) !== word) {
      throw new ConfigError(
        `queue ${queue}: ${walk.table}.${name} is ${their.type}, and the schema takes it for ${WORDS[word]}: declare the column as the table has it, ${then}`,
      );
    }
    if (their?.collation === our?.collation) continue;
    throw new ConfigError(
      `queue ${queue}: ${walk.table}.${name} is sorted by ${their?.collation}, and its cursor in ${ranges} by ${our?.collation}: give the column this collate in the schema, ${then}`,
    );
  }
}

const WORDS: Readonly<Record<KeyWord, string>> = { integer: "an integer", text: "a text", bytes: "bytes" };

function wordOf(type: string): KeyWord | undefined {
  if (/int/i.test(type)) return "integer";
  if (/binary|blob/i.test(type)) return "bytes";
  return /char|text|uuid|enum/i.test(type) ? "text" : undefined;
}

interface LiveColumn {
  readonly type: string;
  readonly collation: string | undefined;
}

async function columns(link: Link, table: string): Promise<ReadonlyMap<string, LiveColumn>> {
  const rows = await link.read(COLUMNS, { table });
  return new Map(
    rows.map(([name, type, collation]) => [
      String(name).toLowerCase(),
      { type: String(type), collation: collation === null ? undefined : String(collation) },
    ]),
  );
}

/** One row as the walk reads it: columns that are not there, and a condition that is no SQL, are found here. */
async function checkReads(link: Link, spec: CursorSpec): Promise<void> {
  const table = new WalkedTable(spec);
  const lowest = await table.lowest(link);
  if (lowest === null) return;
  try {
    await table.rows(link, { lo: lowest, at: null, hi: lowest }, 1);
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === undefined || !REFUSED.includes(errno)) throw error;
    throw new ConfigError(
      `queue ${spec.queue}: ${spec.walk.table} cannot be read as the schema says: ${(error as Error).message}. Look at its \`columns\` and at \`walk.where\``,
      { cause: error },
    );
  }
}

/** An unknown column, a syntax error, an unknown function, a function used in a wrong way. */
const REFUSED: readonly number[] = [1054, 1064, 1305, 1582, 1583];
