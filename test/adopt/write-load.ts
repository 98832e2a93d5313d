import { createConnection } from "mysql2/promise";

/** What writers of an application saw. Times in ms. */
export interface Load {
  readonly writes: number;
  readonly longest: number;
  readonly errors: readonly string[];
}

/**
 * Writes to a table without a pause, each writer on a connection of its own: an INSERT, then an UPDATE of a row somewhere in
 * the table. Resolves once every writer has written; `stop` gives what they saw.
 */
export async function startWriting(url: string, table: string, writers: number): Promise<() => Promise<Load>> {
  const seen: Load[] = [];
  let stopped = false;
  const begun: Promise<void>[] = [];
  const ended = Array.from({ length: writers }, (_, writer) => {
    const first = Promise.withResolvers === undefined ? deferred() : Promise.withResolvers<void>();
    begun.push(first.promise);
    return write(url, table, writer, () => stopped, first.resolve).then((load) => seen.push(load));
  });
  await Promise.all(begun);
  return async () => {
    stopped = true;
    await Promise.all(ended);
    return {
      writes: seen.reduce((sum, { writes }) => sum + writes, 0),
      longest: Math.max(...seen.map(({ longest }) => longest)),
      errors: seen.flatMap(({ errors }) => errors),
    };
  };
}

function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

async function write(
  url: string,
  table: string,
  writer: number,
  stopped: () => boolean,
  begun: () => void,
): Promise<Load> {
  const connection = await createConnection({ uri: url });
  const errors: string[] = [];
  let writes = 0;
  let longest = 0;
  const [[{ last }]] = (await connection.query("SELECT MAX(id) AS last FROM ??", [table])) as unknown as [
    [{ last: number }],
  ];
  while (!stopped()) {
    const id = 1 + ((writes * 7919 + writer * 104_729) % last);
    for (const sql of [
      "INSERT INTO ?? (user_id, note) VALUES (1, 'written')",
      "UPDATE ?? SET user_id = user_id + 1 WHERE id = ?",
    ]) {
      const sent = performance.now();
      await connection.query(sql, [table, id]).catch((error: unknown) => errors.push(String(error)));
      longest = Math.max(longest, performance.now() - sent);
      writes += 1;
    }
    begun();
  }
  await connection.end();
  return { writes, longest, errors };
}
