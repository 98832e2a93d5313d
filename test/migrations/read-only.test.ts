import { createConnection } from "mysql2/promise";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NOTIFY } from "../../packages/migrations/src/fixtures.js";
import { databaseUrl, testServers } from "../services/database.js";
import { type PrivateServer, startMariadb, startMysql } from "../services/servers.mjs";
import { createFolders, down, status, up } from "./runner.js";

const START = { mariadb: startMariadb, mysql: startMysql } as const;
/** MySQL's stops root as well; MariaDB's root may always write, so the user of the test is an ordinary one. */
const READ_ONLY = { mariadb: "read_only", mysql: "super_read_only" } as const;

// Servers of their own: the mark is global, and other tests write.
describe.each(testServers().map(({ name }) => name))("a read-only %s", (name) => {
  const folders = createFolders(NOTIFY);
  let server: PrivateServer;
  let url = "";

  beforeAll(async () => {
    server = await START[name]({ log: () => undefined });
    const admin = await createConnection({ uri: server.url });
    await admin.query("CREATE DATABASE app");
    for (const host of ["localhost", "%"]) {
      await admin.query("CREATE USER app@? IDENTIFIED BY ''", [host]);
      await admin.query("GRANT ALL ON app.* TO app@?", [host]);
    }
    const app = new URL(databaseUrl(server.url, "app"));
    app.username = "app";
    url = app.href;
    await up(url, folders.slice(0, 1));
    await admin.query(`SET GLOBAL ${READ_ONLY[name]} = 1`);
    await admin.end();
  });
  afterAll(() => server.stop());

  it("refuses to migrate and says that the URL should name the primary", async () => {
    for (const attempt of [up, down]) {
      await expect(attempt(url, folders)).rejects.toMatchObject({
        diagnostics: [{ code: "migration-failed", hint: expect.stringContaining("point the URL at the primary") }],
      });
    }
  });

  it("still shows the status", async () => {
    expect(await status(url, folders)).toEqual([`${folders[0]?.name} applied`, `${folders[1]?.name} pending`]);
  });
});
