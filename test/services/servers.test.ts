import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createConnection } from "mysql2/promise";
import { afterEach, describe, expect, test } from "vitest";
import {
  greetSql,
  obtain,
  type PrivateServer,
  type ProductName,
  startMariadb,
  startMysql,
  startRedis,
} from "./servers.mjs";

/** Where somebody said that one server is enough, what cannot be had is left out; elsewhere it fails. */
const waived = new Set<ProductName>();
for (const product of ["mariadb", "mysql", "redis"] as const) {
  if (process.env.QUEUEGEN_ONE_SERVER !== "1") break;
  await obtain(product).catch(() => waived.add(product));
}

const running: PrivateServer[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()));
});

async function started(server: Promise<PrivateServer>): Promise<PrivateServer> {
  running.push(await server);
  return server;
}

async function rows(url: string, sql: string): Promise<unknown> {
  const connection = await createConnection(url);
  try {
    return (await connection.query(sql))[0];
  } finally {
    await connection.end();
  }
}

describe.each(
  (
    [
      ["mariadb", startMariadb],
      ["mysql", startMysql],
    ] as const
  ).filter(([name]) => !waived.has(name)),
)("a private %s", (name, start) => {
  test("is what it is said to be, for this machine only, takes flags and a time zone, and outlives a crash", async () => {
    const flags = ["--innodb-lock-wait-timeout=7"];
    const server = await started(start({ flags, env: { TZ: "Europe/Berlin" } }));
    expect(await greetSql("127.0.0.1", server.port)).toEqual({ product: name, version: server.version });
    const settings = "SELECT @@innodb_lock_wait_timeout AS wait, @@bind_address AS address";
    expect(await rows(server.url, settings)).toEqual([{ wait: 7, address: "127.0.0.1" }]);
    // 1 July is summer time in Berlin: two hours before the same wall clock time in UTC.
    const summer = "SELECT TIMESTAMPDIFF(HOUR, FROM_UNIXTIME(1782864000), '2026-07-01 00:00:00') AS hours";
    expect(await rows(server.url, summer)).toEqual([{ hours: -2 }]);

    await rows(server.url, "CREATE DATABASE kept");
    await rows(server.url, "CREATE TABLE kept.t ENGINE = InnoDB AS SELECT 42 AS answer");
    const before = server.pid;
    await server.kill();
    await expect(greetSql("127.0.0.1", server.port)).rejects.toThrow(/ECONNREFUSED/);
    await server.restart();
    expect(server.pid).not.toBe(before);
    expect(await rows(server.url, "SELECT answer FROM kept.t")).toEqual([{ answer: 42 }]);
  });
});

test.skipIf(waived.has("mariadb"))("a server that does not start says why", async () => {
  const failing = startMariadb({ flags: ["--no-such-flag"] });
  await expect(failing).rejects.toThrow(/did not start.*\n(.*\n)*.*no-such-flag/);
});

test.skipIf(waived.has("redis"))("a private redis keeps what it answered over a crash", async () => {
  const server = await started(startRedis());
  expect(server.url).toBe(`redis://127.0.0.1:${server.port}`);
  expect(await redis(server.port, "SET answer 42")).toBe("+OK\r\n");
  await server.kill();
  await server.restart();
  expect(await redis(server.port, "GET answer")).toBe("$2\r\n42\r\n");
});

test.skipIf(waived.has("redis"))("stop ends the process and removes its folder, and may be called twice", async () => {
  const server = await startRedis();
  const { pid } = server;
  const folder = path.dirname(server.logFile);
  await server.stop();
  await server.stop();
  expect(isAlive(pid)).toBe(false);
  expect(existsSync(folder)).toBe(false);
});

test.skipIf(waived.has("mariadb")).each(["SIGKILL", "SIGINT"] as const)(
  "a server does not outlive its parent that ends by %s",
  async (signal) => {
    const parent = fork(fileURLToPath(new URL("fixtures/start-and-wait.mjs", import.meta.url)), { silent: true });
    const [{ pid, folder }] = (await once(parent, "message")) as [{ pid: number; folder: string }];
    expect(isAlive(pid)).toBe(true);
    parent.kill(signal);
    await once(parent, "exit");
    // The watchdog is no child of ours: nothing tells us when it is done.
    for (let attempt = 0; attempt < 200 && (isAlive(pid) || existsSync(folder)); attempt += 1) await delay(50);
    expect({ alive: isAlive(pid), folder: existsSync(folder) }).toEqual({ alive: false, folder: false });
  },
);

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function redis(port: number, command: string): Promise<string> {
  const { connect } = await import("node:net");
  const socket = connect({ host: "127.0.0.1", port });
  socket.write(`${command}\r\n`);
  const [reply] = (await once(socket, "data")) as [Buffer];
  socket.destroy();
  return reply.toString();
}
