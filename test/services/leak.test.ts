import { createConnection } from "mysql2/promise";
import { expect, test } from "vitest";
import { eachServer, openConnections } from "./database.js";

eachServer((server) => {
  test("a connection that a test leaves open is found, with what it does", async () => {
    const url = new URL(server.url);
    url.pathname = "/mysql";
    const admin = await createConnection(server.url);
    const forgotten = await createConnection(url.href);
    const query = async <Row>(sql: string): Promise<Row[]> => (await admin.query(sql))[0] as Row[];
    try {
      const found = await openConnections(query, "mysql", { graceMs: 0, except: null });
      expect(found).toContainEqual(expect.stringMatching(new RegExp(`^  ${forgotten.threadId} .*idle`)));
    } finally {
      await forgotten.end();
    }
    const left = await openConnections(query, "mysql", { graceMs: 8_000, except: null });
    expect(left.filter((line) => line.startsWith(`  ${forgotten.threadId} `))).toEqual([]);
    await admin.end();
  });
});
