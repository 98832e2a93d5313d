import { createConnection } from "mysql2/promise";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testServers } from "../services/database.js";
import { type PrivateServer, startMariadb, startMysql } from "../services/servers.mjs";
import { inScene, type Scene } from "./harness/scene.js";
import { until } from "./harness/until.js";

const START = { mysql: startMysql, mariadb: startMariadb } as const;

/** What these tests do to a server would hit everybody else on it, so each product gets one of its own. */
for (const { name } of testServers()) {
  describe(name, () => {
    let server: PrivateServer;
    beforeAll(async () => {
      // Without the log on disk at each commit a killed server forgets what it promised, and nobody can help it.
      server = await START[name]({ durability: "full" });
    });
    afterAll(() => server?.stop());

    test("a server killed under load and started again: nothing lost, nothing twice", () =>
      inScene(stageOf(server), async (scene) => {
        await scene.worker();
        await scene.worker();
        const jobs = await scene.insert(Array.from({ length: 300 }, () => ({ act: "pass" as const, ms: 40 })));
        await untilDone(scene, 60);
        await outage(scene, async () => {
          await server.kill();
          await server.restart();
          await scene.reconnect();
        });
        await scene.untilStatus(jobs, 2);
      }));

    test("a server stopped in an orderly way while handlers run, and started again: they complete", () =>
      inScene(stageOf(server), async (scene) => {
        const worker = await scene.worker();
        const [job = ""] = await scene.insert([{ act: "hold" }]);
        await untilHeld(scene, job);
        await outage(scene, async () => {
          await server.restart();
          await scene.reconnect();
        });
        // A server that was away for longer than the lease costs the attempt; the next one finds the gate open, too.
        worker.tell({ kind: "open", job });
        worker.tell({ kind: "open", job });
        await scene.untilStatus([job], 2);
      }));

    test("read_only switched on and off: claims wait, running jobs complete, no attempt is lost", () =>
      inScene(stageOf(server), async (scene) => {
        const url = await ordinaryUser(scene, server);
        const worker = await scene.worker({ url });
        const [running = ""] = await scene.insert([{ act: "hold" }]);
        await untilHeld(scene, running);
        await scene.query("SET GLOBAL read_only = 1");
        const [later = ""] = await scene.insert([{ act: "pass" }]);
        worker.tell({ kind: "open", job: running });
        await until(async () => READ_ONLY.test(worker.output), "the worker meets the read-only server");
        const before = await connectionsSoFar(scene);
        await scene.query("SELECT SLEEP(1.5)");
        // A server that refuses the work is not stormed.
        expect((await connectionsSoFar(scene)) - before).toBeLessThan(40);
        await scene.query("SET GLOBAL read_only = 0");
        await scene.untilStatus([running, later], 2);
        const history = (await scene.log()).filter(({ after }) => after?.status === 2);
        expect(history.map(({ after }) => after?.attempts)).toEqual([1, 1]);
      }).finally(() => readWrite(server)));
  });
}

/** Until the handler's own effect is in the ledger, so that nothing of the user's is written while the server is away. */
function untilHeld(scene: Scene, job: string): Promise<void> {
  return until(
    async () => (await scene.ledger()).some((entry) => entry.job === job && entry.finished !== null),
    `effect of job ${job}`,
  );
}

const READ_ONLY = /server is running with the --read-only option/;

async function connectionsSoFar(scene: Scene): Promise<number> {
  const [row] = await scene.query<{ Value: string }>("SHOW GLOBAL STATUS LIKE 'Connections'");
  return Number(row?.Value);
}

/** Root on these servers may write whatever read_only says. */
async function ordinaryUser(scene: Scene, server: PrivateServer): Promise<string> {
  const url = new URL(scene.url);
  const database = url.pathname.slice(1);
  await scene.query("CREATE USER IF NOT EXISTS 'ordinary'@'%' IDENTIFIED BY ''");
  await scene.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ${database}.* TO 'ordinary'@'%'`);
  url.username = "ordinary";
  url.port = String(server.port);
  return url.href;
}

async function readWrite(server: PrivateServer): Promise<void> {
  const connection = await createConnection(server.url);
  await connection.query("SET GLOBAL read_only = 0");
  await connection.end();
}

async function untilDone(scene: Scene, count: number): Promise<void> {
  await until(async () => {
    const [row] = await scene.query<{ n: number }>(`SELECT COUNT(*) AS n FROM ${scene.queue.table} WHERE status = 2`);
    return Number(row?.n) >= count;
  }, `${count} jobs done`);
}

/** Time without a server does not count against the recovery of a claim. */
async function outage(scene: Scene, during: () => Promise<void>): Promise<void> {
  const from = Date.now();
  await during();
  scene.outages.push({ from, to: Date.now() + RECONNECT_MS });
}

/** Workers look for a server that was gone at least this often. */
const RECONNECT_MS = 5_000;

function stageOf({ url }: PrivateServer): { url: string } {
  return { url };
}
