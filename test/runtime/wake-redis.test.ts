import { publishWakes, type RedisClient, wakeAfter } from "@queuegen/runtime";
import { Redis } from "ioredis";
import { createClient } from "redis";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eachServer, freshDatabase } from "../services/database.js";
import { type PrivateServer, startRedis } from "../services/servers.mjs";
import { madeQueue } from "./made-queue.js";
import { newJobs, type RunningWorker, startWorker } from "./work.js";

const CHANNEL = "queuegen:wake:notify_task";

interface Client {
  readonly name: string;
  open(url: string): Promise<{ readonly client: RedisClient; close(): void }>;
}

const CLIENTS: readonly Client[] = [
  {
    name: "ioredis",
    async open(url) {
      const client = new Redis(url);
      client.on("error", () => {});
      return { client, close: () => client.disconnect() };
    },
  },
  {
    name: "node-redis",
    async open(url) {
      const client = createClient({ url });
      client.on("error", () => {});
      await client.connect();
      return { client, close: () => client.destroy() };
    },
  },
];

eachServer((server) => {
  const database = freshDatabase(server);
  const queue = madeQueue("");
  let redis: PrivateServer;
  beforeAll(async () => {
    await queue.createTables(database);
    redis = await startRedis();
  });
  afterAll(() => redis.stop());
  beforeEach(() => database.truncate());

  /** As another process commits it: nobody here is told. */
  const insert = () =>
    database.query("INSERT INTO notify_task (status, create_time, user_id, payload) VALUES (0, 0, 1, '{}')");

  const asleep = (worker: RunningWorker) => worker.next("beforeSleep", ({ ms }) => ms > 200);

  describe.each(CLIENTS)("$name", ({ open }) => {
    test("an enqueue that is committed here is published, one message a burst; a rollback is not", async () => {
      const { client, close } = await open(redis.url);
      const listener = new Redis(redis.url);
      let heard = 0;
      listener.on("message", (channel: string) => {
        if (channel === CHANNEL) heard++;
      });
      await listener.subscribe(CHANNEL);
      const stop = publishWakes(client);
      await queue.enqueue(database.pool(), newJobs(1));
      await expect.poll(() => heard).toBe(1);
      await Promise.all(Array.from({ length: 50 }, () => queue.enqueue(database.pool(), newJobs(1))));
      await expect.poll(() => heard).toBeGreaterThan(1);
      const connection = await database.pool().getConnection();
      await connection.beginTransaction();
      const before = heard;
      const rolledBack = wakeAfter(async (afterCommit) => {
        await queue.enqueue(connection, newJobs(1), { afterCommit });
        await connection.rollback();
        throw new Error("no");
      });
      await expect(rolledBack).rejects.toThrow("no");
      await connection.beginTransaction();
      await wakeAfter(async (afterCommit) => {
        await queue.enqueue(connection, newJobs(1), { afterCommit });
        await connection.commit();
      });
      connection.release();
      await expect.poll(() => heard).toBeGreaterThan(before);
      stop();
      expect(heard).toBeLessThan(20);
      listener.disconnect();
      close();
    });

    test("a worker is woken by what another process publishes, and works without it while Redis is away", async () => {
      const { client, close } = await open(redis.url);
      const worker = startWorker(database, queue, () => undefined, { wake: client });
      const publisher = new Redis(redis.url);
      publisher.on("error", () => {});
      const listening = async () => Number((await publisher.pubsub("NUMSUB", CHANNEL))[1]);
      await expect.poll(listening, { timeout: 10_000 }).toBe(1);
      const times: number[] = [];
      for (let round = 0; round < 5; round++) {
        await asleep(worker);
        const claimed = worker.next("claimed").then(() => performance.now());
        await insert();
        const at = performance.now();
        await publisher.publish(CHANNEL, "");
        times.push((await claimed) - at);
      }
      expect(times.sort((a, b) => a - b)[2]).toBeLessThan(60);

      await redis.kill();
      const done = worker.next("completed");
      await insert();
      await done;
      await redis.restart();
      await expect.poll(listening, { timeout: 20_000 }).toBe(1);
      await worker.close();
      await expect.poll(listening, { timeout: 10_000 }).toBe(0);
      publisher.disconnect();
      close();
    });
  });

  test("a message that cannot be sent is told and fails no enqueue", async () => {
    const errors: unknown[] = [];
    const stop = publishWakes({ publish: () => Promise.reject(new Error("away")) }, (error) => errors.push(error));
    await queue.enqueue(database.pool(), newJobs(1));
    await expect.poll(() => errors).toEqual([new Error("away")]);
    stop();
    expect(() => publishWakes({} as never)).toThrow("publishWakes takes a client of ioredis or node-redis");
  });
});
