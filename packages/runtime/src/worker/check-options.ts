import { isKysely, type KyselyExecutor } from "../client/kysely.js";
import { corePool, isMysqlPool, type MysqlPool } from "../client/mysql.js";
import { ConfigError } from "../errors.js";
import { type Duration, durationMs } from "../time/duration.js";
import type { RecycleLimits } from "./limits/limits.js";
import { sizeBytes } from "./limits/size.js";
import type { Registrations, Registry } from "./registry.js";

/** Claims and outcomes; heartbeats; and one for reclaiming or a handler's transaction. */
const FEWEST_CONNECTIONS = 3;
const MOST_CONCURRENCY = 10_000;

/** What JavaScript lets through and no worker can run on. Throws a ConfigError that says what to give. */
export function checkOptions(
  registry: Registry<Registrations>,
  options: {
    readonly db: MysqlPool;
    readonly kysely?: unknown;
    readonly wake?: unknown;
    readonly handlers: unknown;
    readonly concurrency?: number;
    readonly totalConcurrency?: number;
    readonly maxRunTime?: Duration;
  } & RecycleLimits,
): void {
  if (!isObject(registry) || !isObject(registry.queues)) {
    throw new ConfigError("a worker needs the generated registry: runWorker(registry, { db, handlers })");
  }
  if (!isObject(options)) throw new ConfigError("a worker needs options: runWorker(registry, { db, handlers })");
  checkPool(options.db);
  const { kysely, wake, handlers, concurrency, totalConcurrency, maxRunTime } = options;
  if (!isObject(handlers)) {
    const keys = Object.keys(registry.queues).join(", ");
    throw new ConfigError(`a worker needs \`handlers\`, an object with a function for each queue: ${keys}`);
  }
  if (kysely !== undefined && !(isObject(kysely) && isKysely(kysely) && isTransactional(kysely))) {
    throw new ConfigError("`kysely` of a worker must be a Kysely instance: new Kysely({ dialect })");
  }
  if (wake !== undefined && !(isObject(wake) && "duplicate" in wake && typeof wake.duplicate === "function")) {
    throw new ConfigError("`wake` of a worker must be a client of ioredis or node-redis");
  }
  if (concurrency !== undefined) checkConcurrency("concurrency", concurrency);
  if (totalConcurrency !== undefined) checkConcurrency("totalConcurrency", totalConcurrency);
  if (maxRunTime !== undefined) checkDuration("maxRunTime", maxRunTime);
  checkLimits(options);
}

function checkPool(db: MysqlPool): void {
  if (!isObject(db) || !isMysqlPool(db)) {
    throw new ConfigError("`db` of a worker must be a mysql2 pool: createPool({ uri, connectionLimit: 10 })");
  }
  const limit = corePool(db).config?.connectionLimit;
  if (limit !== undefined && limit < FEWEST_CONNECTIONS) {
    throw new ConfigError(
      `the pool has connectionLimit ${limit}; a worker needs at least ${FEWEST_CONNECTIONS}: one to claim, one for heartbeats, one for maintenance and handlers`,
    );
  }
}

function checkConcurrency(name: string, count: number): void {
  if (Number.isInteger(count) && count >= 1 && count <= MOST_CONCURRENCY) return;
  throw new ConfigError(`\`${name}\` takes a whole number from 1 to ${MOST_CONCURRENCY}, not ${String(count)}`);
}

function checkLimits({ maxRss, maxJobs, maxAge, maxHanging }: RecycleLimits): void {
  if (maxRss !== undefined) checked("maxRss", () => sizeBytes(maxRss));
  if (maxAge !== undefined) checkDuration("maxAge", maxAge);
  for (const [name, count] of Object.entries({ maxJobs, maxHanging })) {
    if (count !== undefined && !(Number.isSafeInteger(count) && count >= 1)) {
      throw new ConfigError(`\`${name}\` takes a whole number above 0, not ${String(count)}`);
    }
  }
}

function checkDuration(name: string, duration: Duration): void {
  checked(name, () => durationMs(duration));
}

function checked(name: string, check: () => void): void {
  try {
    check();
  } catch (error) {
    throw new ConfigError(`\`${name}\`: ${(error as Error).message}`);
  }
}

function isTransactional(kysely: KyselyExecutor): boolean {
  return typeof kysely.transaction === "function" && kysely.isTransaction !== true;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
