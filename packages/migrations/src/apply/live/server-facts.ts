import type { Query } from "./query.js";

/** What a server adds to a definition that leaves something open, and how it tells tables. */
export interface ServerFacts {
  readonly mariadb: boolean;
  /** `9.7.0`, `10.11.14-MariaDB-0+deb12u2` */
  readonly version: string;
  /** Collation of a column that names only its character set. */
  readonly defaultCollations: ReadonlyMap<string, string>;
}

export async function readServerFacts(query: Query): Promise<ServerFacts> {
  const [row] = await query<{ version: string }>("SELECT VERSION() AS version");
  const version = row?.version ?? "";
  const sets = await query<{ charset: string; collation: string }>(
    "SELECT character_set_name AS charset, default_collate_name AS collation FROM information_schema.character_sets",
  );
  // MariaDB from 11.2 on: "utf8mb4=utf8mb4_uca1400_ai_ci,..." is laid over what is compiled in.
  const [changed] = await query<{ Value: string }>("SHOW VARIABLES LIKE 'character\\_set\\_collations'");
  const overlay = (changed?.Value ?? "").split(",").flatMap((pair) => {
    const [charset, collation] = pair.split("=");
    return charset && collation ? [[charset, collation] as const] : [];
  });
  return {
    mariadb: /mariadb/i.test(version),
    version,
    defaultCollations: new Map([...sets.map(({ charset, collation }) => [charset, collation] as const), ...overlay]),
  };
}
