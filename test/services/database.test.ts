import { createConnection } from "mysql2/promise";
import { expect, test } from "vitest";
import { eachServer, freshDatabase } from "./database.js";

eachServer((server) => {
  const database = freshDatabase(server);

  test("a fresh database is empty, and its pool works on it", async () => {
    const pool = database.pool();
    await pool.query("CREATE TABLE t (id INT PRIMARY KEY)");
    await pool.query("INSERT INTO t VALUES (1), (2)");
    expect(await database.query("SELECT COUNT(*) AS n, DATABASE() AS name FROM t")).toEqual([
      { n: 2, name: database.name },
    ]);
  });

  test("truncate empties every table", async () => {
    await database.truncate();
    expect(await database.query("SELECT id FROM t")).toEqual([]);
  });

  test("64-bit integers come back exactly", async () => {
    expect(await database.query("SELECT 9007199254740993 AS big")).toEqual([{ big: "9007199254740993" }]);
  });

  test("its URL carries the server's credentials and this database", async () => {
    const connection = await createConnection(database.url);
    try {
      const [rows] = await connection.query("SELECT DATABASE() AS name");
      expect(rows).toEqual([{ name: database.name }]);
    } finally {
      await connection.end();
    }
  });
});
