import { type Connection, createConnection } from "mysql2/promise";
import { afterEach, beforeEach, expect, test } from "vitest";
import { databaseUrl, eachServer, freshDatabase } from "./database.js";
import { startProxy, type TcpProxy } from "./proxy.js";

eachServer((server) => {
  const database = freshDatabase(server);
  let proxy: TcpProxy;
  let connection: Connection;

  beforeEach(async () => {
    await database.query("CREATE OR REPLACE VIEW one AS SELECT 1 AS one");
    await database.query("DROP TABLE IF EXISTS t");
    await database.query("CREATE TABLE t (id INT PRIMARY KEY)");
    proxy = await startProxy(server.url);
    connection = await connectThrough(proxy);
  });
  afterEach(async () => {
    connection.destroy();
    await proxy.close();
  });

  async function connectThrough(by: TcpProxy): Promise<Connection> {
    const made = await createConnection({ uri: databaseUrl(by.url, database.name), connectTimeout: 1_000 });
    // A connection that the proxy cuts while nothing is asked of it reports that as an event.
    made.on("error", () => {});
    return made;
  }

  test("passes statements and answers", async () => {
    const [rows] = await connection.query("SELECT one FROM one");
    expect(rows).toEqual([{ one: 1 }]);
    expect(proxy.connections).toBe(1);
  });

  test("a cut ends the statement that is running, and a new connection works", async () => {
    await database.query("SELECT GET_LOCK(?, 1)", [database.name]);
    const waiting = `SELECT GET_LOCK('${database.name}', 60)`;
    const ended = expect(connection.query(waiting)).rejects.toMatchObject({ code: "ECONNRESET" });
    await untilRunning(waiting);
    proxy.cut();
    await ended;
    await database.query("SELECT RELEASE_LOCK(?)", [database.name]);
    connection = await connectThrough(proxy);
    expect(await connection.query("SELECT one FROM one")).toBeTruthy();
  });

  test("a stall holds the statement back, and resume lets it through", async () => {
    proxy.stall();
    let answered = false;
    const pending = connection.query("INSERT INTO t VALUES (1)").then(() => {
      answered = true;
    });
    // A round trip on another connection takes longer than the statement would have taken.
    expect(await database.query("SELECT id FROM t WHERE SLEEP(0.05) = 0")).toEqual([]);
    expect(answered).toBe(false);
    proxy.resume();
    await pending;
    expect(await database.query("SELECT id FROM t")).toEqual([{ id: 1 }]);
  });

  test("a black hole loses the statement, and new connections get no greeting", async () => {
    proxy.blackHole();
    const lost = connection.query({ sql: "INSERT INTO t VALUES (1)", timeout: 200 });
    await expect(lost).rejects.toMatchObject({ code: "PROTOCOL_SEQUENCE_TIMEOUT" });
    await expect(connectThrough(proxy)).rejects.toMatchObject({ code: "ETIMEDOUT" });
    proxy.resume();
    expect(await database.query("SELECT id FROM t")).toEqual([]);
  });

  test("dropReply carries out the n-th matching statement and keeps the answer from the client", async () => {
    const dropped = proxy.dropReply(2, /^INSERT/);
    await connection.query("INSERT INTO t VALUES (1)");
    await connection.query("SELECT one FROM one");
    await expect(connection.query("INSERT INTO t VALUES (2)")).rejects.toMatchObject({ code: "ECONNRESET" });
    expect(await dropped).toBe("INSERT INTO t VALUES (2)");
    expect(await database.query("SELECT id FROM t ORDER BY id")).toEqual([{ id: 1 }, { id: 2 }]);
  });

  test("dropStatement keeps the n-th matching statement from the server", async () => {
    const dropped = proxy.dropStatement(2, /^INSERT/);
    await connection.query("INSERT INTO t VALUES (1)");
    await expect(connection.query("INSERT INTO t VALUES (2)")).rejects.toMatchObject({ code: "ECONNRESET" });
    expect(await dropped).toBe("INSERT INTO t VALUES (2)");
    expect(await database.query("SELECT id FROM t")).toEqual([{ id: 1 }]);
  });

  test("stallAt holds the matching statement back, and resume sends it on", async () => {
    const stalled = proxy.stallAt(1, /^INSERT/);
    const pending = connection.query("INSERT INTO t VALUES (1)");
    expect(await stalled).toBe("INSERT INTO t VALUES (1)");
    expect(await database.query("SELECT id FROM t WHERE SLEEP(0.05) = 0")).toEqual([]);
    proxy.resume();
    await pending;
    expect(await database.query("SELECT id FROM t")).toEqual([{ id: 1 }]);
  });

  test("hold keeps a statement until its client is gone, and delivers it late", async () => {
    const holding = proxy.hold(1, /^INSERT/);
    const lost = expect(connection.query({ sql: "INSERT INTO t VALUES (1)", timeout: 100 })).rejects.toBeTruthy();
    const held = await holding;
    await lost;
    connection.destroy();
    expect(held.sql).toBe("INSERT INTO t VALUES (1)");
    expect(await database.query("SELECT id FROM t WHERE SLEEP(0.05) = 0")).toEqual([]);
    await held.deliver();
    expect(await database.query("SELECT id FROM t")).toEqual([{ id: 1 }]);
    connection = await connectThrough(proxy);
    await connection.query("INSERT INTO t VALUES (2)");
  });

  async function untilRunning(sql: string): Promise<void> {
    for (let attempt = 0; attempt < 500; attempt += 1) {
      const rows = await database.query<{ Info: string | null }>("SHOW FULL PROCESSLIST");
      if (rows.some((row) => row.Info === sql)) return;
    }
    throw new Error(`not running: ${sql}`);
  }
});
