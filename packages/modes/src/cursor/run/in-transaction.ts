import type { Link } from "@queuegen/runtime/internal";

/** Nothing else that writes may use the connection meanwhile: to be called in a turn. Any error rolls all of it back. */
export async function inTransaction<T>(link: Link, work: () => Promise<T>): Promise<T> {
  await link.execute("START TRANSACTION");
  try {
    const value = await work();
    await link.execute("COMMIT");
    return value;
  } catch (error) {
    await link.execute("ROLLBACK").catch((reason: unknown) => link.destroy(reason));
    throw error;
  }
}
