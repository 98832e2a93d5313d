import { describe, expect, it } from "vitest";
import { eachServer, freshDatabase } from "../services/database.js";
import { adoptedProject, showCreate } from "./adopted-project.js";

/** Tables as they are found. */
const TABLES: readonly (readonly [table: string, body: string])[] = [
  ["my orders", "(id int AUTO_INCREMENT PRIMARY KEY)"],
  ["größe-2", "(id int AUTO_INCREMENT PRIMARY KEY, `a b` int)"],
  ["select", "(`order` int AUTO_INCREMENT PRIMARY KEY, `group` int)"],
  ["parts", "(id int AUTO_INCREMENT PRIMARY KEY, a int) PARTITION BY HASH(id) PARTITIONS 3"],
  ["packed", "(id int AUTO_INCREMENT PRIMARY KEY, a text) ROW_FORMAT=COMPRESSED"],
  ["oldest", "(id int AUTO_INCREMENT PRIMARY KEY, a text) ROW_FORMAT=REDUNDANT"],
  ["hidden", "(id int AUTO_INCREMENT PRIMARY KEY, a int INVISIBLE DEFAULT 1)"],
  ["computed", "(id int AUTO_INCREMENT PRIMARY KEY, a int, b int AS (a*2) STORED, c int AS (a*3) VIRTUAL, KEY (c))"],
];
/** A type that only MariaDB has. */
const UUID = ["uuids", "(id uuid PRIMARY KEY DEFAULT uuid(), a int)"] as const;

/** A dozen commands on a machine that has much to do. */
const SLOW = { timeout: 240_000 };

eachServer((server) => {
  describe("tables with names, rows and columns of every kind", () => {
    const database = freshDatabase(server);

    it("are adopted, looked at by index, and left as they were", SLOW, async () => {
      const tables = server.name === "mariadb" ? [...TABLES, UUID] : TABLES;
      const project = adoptedProject(database);
      const before: string[] = [];
      for (const [n, [table, body]] of tables.entries()) {
        await database.query(`CREATE TABLE \`${table}\` ${body}`);
        await database.query(`INSERT INTO \`${table}\` () VALUES (), ()`);
        before.push(await showCreate(database, table));
        const adopt = ["add", `work-${n}`, "--table", table, "--adopt", "--existing-rows", "pending"];
        const { err } = await project.queuegen(...adopt);
        expect(err).not.toContain("error");
      }
      expect(await project.queuegen("migrate", "up")).toMatchObject({ code: 0 });
      const explain = await project.queuegen("explain");
      expect(explain.code, explain.out).toBe(0);
      const stats = await project.queuegen("stats");
      expect(stats.out.match(/pending +2 /g)).toHaveLength(tables.length);
      for (const _ of project.folders()) {
        await project.queuegen("migrate", "down", "--allow-destructive", "drop-column");
      }
      for (const [n, [table]] of tables.entries()) expect(await showCreate(database, table)).toBe(before[n]);
    });
  });
});
