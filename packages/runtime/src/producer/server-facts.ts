import { isKysely } from "../client/kysely.js";
import { coreConnection, corePool, isMysqlPool } from "../client/mysql.js";
import { ConfigError } from "../errors.js";
import type { ProducerClient } from "./enqueue.js";
import { openProducer } from "./producer-connection.js";

/** What the server behind a client says about inserts. */
export interface ServerFacts {
  /** Longest statement in bytes. */
  readonly maxPacket: number;
  /** Distance of the ids that one statement of many rows gives out. (InnoDB reserves them at once where it can count the rows.) */
  readonly idStep: number;
}

const known = new WeakMap<object, Promise<ServerFacts>>();

const SQL =
  "SELECT @@max_allowed_packet AS packet, @@auto_increment_increment AS step, @@sql_mode AS mode, @@character_set_client AS charset, @@autocommit AS autocommit";

/** Asked once for each pool, connection or Kysely dialect. */
export function serverFacts(client: ProducerClient): Promise<ServerFacts> {
  const owner = ownerOf(client);
  const cached = known.get(owner);
  if (cached) return cached;
  const asked = ask(client);
  known.set(owner, asked);
  asked.catch(() => known.delete(owner));
  return asked;
}

/** A transaction of Kysely shares the adapter of its instance; wrappers share the connection or pool below. */
export function ownerOf(client: ProducerClient): object {
  if (!isKysely(client)) return isMysqlPool(client) ? corePool(client) : coreConnection(client);
  const executor = client.getExecutor();
  return "adapter" in executor && typeof executor.adapter === "object" ? executor.adapter! : executor;
}

async function ask(client: ProducerClient): Promise<ServerFacts> {
  const producer = openProducer(client);
  const [row] = await producer.run(false, (execute) => execute.read({ sql: SQL, values: [] }));
  const { packet, step, mode, charset, autocommit } = row ?? {};
  if (producer.commits && Number(autocommit) === 0) {
    throw new ConfigError(
      "the pool's connections have autocommit off, so that nobody would commit the jobs: enqueue on a connection or transaction of your own, and commit it",
    );
  }
  if (String(mode).includes("NO_BACKSLASH_ESCAPES")) {
    throw new ConfigError(
      "sql_mode has NO_BACKSLASH_ESCAPES, under which the driver cannot quote text: take it out for this connection",
    );
  }
  if (charset !== "utf8mb4") {
    throw new ConfigError(
      `the connection speaks ${charset}, which loses characters: set charset "utf8mb4" on the pool`,
    );
  }
  return { maxPacket: Number(packet), idStep: Number(step) };
}
