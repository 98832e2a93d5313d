import type { ServerFacts } from "./server-facts.js";

/** ` CHARACTER SET latin1 COLLATE latin1_bin`, each part only where it is not what a table of ours has anyway. */
export function encodingSql(charset: string, collation: string, { defaultCollations }: ServerFacts): string {
  const set = modern(charset);
  const order = modern(collation);
  const named = set === "utf8mb4" ? "" : ` CHARACTER SET ${set}`;
  return order === modern(defaultCollations.get(charset) ?? defaultCollations.get(set) ?? "")
    ? named
    : `${named} COLLATE ${order}`;
}

/** The same phrase for what a definition says: `COLLATE utf8mb4_bin` alone, a set without its collation, the name utf8. */
export function canonicalEncoding(
  charset: string | undefined,
  collation: string | undefined,
  server: ServerFacts,
): string {
  const set = charset ?? collation?.split("_")[0] ?? "utf8mb4";
  return encodingSql(
    set,
    collation ?? server.defaultCollations.get(set) ?? server.defaultCollations.get(modern(set)) ?? "",
    server,
  );
}

/** `utf8` is what servers before 2022 call utf8mb3. */
function modern(name: string): string {
  return name.toLowerCase().replace(/^utf8(?=_|$)/, "utf8mb3");
}
