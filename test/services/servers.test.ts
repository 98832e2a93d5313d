import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createConnection } from "mysql2/promise";
import { afterEach, describe, expect, test } from "vitest";
import { greetSql, type PrivateServer, startMariadb, startMysql, startRedis } from "./servers.mjs";

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

describe.each([
  ["mariadb", startMariadb],
  ["mysql", startMysql],
] as const)("a private %s", (name, start) => {
  test("is the product it is said to be, takes flags and a time zone, and outlives a crash with its data", async () => {
    const flags = ["--innodb-lock-wait-timeout=7"];
    const server = await started(start({ flags, env: { TZ: "Europe/Berlin" } }));
    expect(await greetSql("127.0.0.1", server.port)).toEqual({ product: name, version: server.version });
    expect(await rows(server.url, "SELECT @@innodb_lock_wait_timeout AS wait")).toEqual([{ wait: 7 }]);
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

  test("is reachable from this machine only", async () => {
    const server = await started(start());
    expect(await rows(server.url, "SELECT @@bind_address AS address")).toEqual([{ address: "127.0.0.1" }]);
  });

  test("says why when it does not start, and leaves nothing behind", async () => {
    const failing = start({ flags: ["--no-such-flag"] });
    await expect(failing).rejects.toThrow(/did not start.*\n(.*\n)*.*no-such-flag/);
  });
});

test("a private redis keeps what it answered over a crash", async () => {
  const server = await started(startRedis());
  expect(server.url).toBe(`redis://127.0.0.1:${server.port}`);
  expect(await redis(server.port, "SET answer 42")).toBe("+OK\r\n");
  await server.kill();
  await server.restart();
  expect(await redis(server.port, "GET answer")).toBe("$2\r\n42\r\n");
});

test("stop ends the process and removes its folder, and may be called twice", async () => {
  const server = await startRedis();
  const { pid } = server;
  const folder = path.dirname(server.logFile);
  await server.stop();
  await server.stop();
  expect(isAlive(pid)).toBe(false);
  expect(existsSync(folder)).toBe(false);
});

test.each(["SIGKILL", "SIGINT"] as const)("a server does not outlive its parent that ends by %s", async (signal) => {
  const parent = fork(fileURLToPath(new URL("fixtures/start-and-wait.mjs", import.meta.url)), { silent: true });
  const [{ pid, folder }] = (await once(parent, "message")) as [{ pid: number; folder: string }];
  expect(isAlive(pid)).toBe(true);
  parent.kill(signal);
  await once(parent, "exit");
  // The watchdog is no child of ours: nothing tells us when it is done.
  for (let attempt = 0; attempt < 200 && (isAlive(pid) || existsSync(folder)); attempt += 1) await delay(50);
  expect({ alive: isAlive(pid), folder: existsSync(folder) }).toEqual({ alive: false, folder: false });
});

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
