import { diffTables, dropTable } from "@queuegen/migrations";
import type { QueueModel } from "@queuegen/model";
import { describe, expect, test } from "vitest";
import { type TableDefinition, tableDefinition } from "../../../packages/migrations/src/ddl/table-definition.js";
import { column, NOTIFY } from "../../../packages/migrations/src/fixtures.js";
import { eachServer, freshDatabase } from "../../services/database.js";
import { tableText } from "./live-table.js";

const ORDERS = `CREATE TABLE orders (
  number int NOT NULL AUTO_INCREMENT,
  customer varchar(40) NOT NULL,
  updated_at timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
  PRIMARY KEY (number),
  KEY by_customer (customer)
) DEFAULT CHARSET=latin1`;

const ADOPTED: QueueModel = {
  ...NOTIFY,
  adopted: true,
  table: "orders",
  fields: { ...NOTIFY.fields, id: "number" },
  columns: NOTIFY.columns
    .filter(({ field }) => field !== undefined)
    .map((each) => (each.field === "id" ? { ...each, name: "number" } : each)),
  indexes: [{ name: "idx_status_number", columns: ["status", "number"], unique: false }],
};

const DEDUPED: QueueModel = {
  ...ADOPTED,
  columns: [
    ...ADOPTED.columns.slice(0, -1),
    column(
      "dedupe_key",
      { kind: "varchar", length: 191, collate: "utf8mb4_bin" },
      { nullable: true, field: "dedupe_key" },
    ),
    ...ADOPTED.columns.slice(-1),
  ],
  indexes: [...ADOPTED.indexes, { name: "uniq_dedupe_key", columns: ["dedupe_key"], unique: true }],
};

eachServer((server) => {
  describe("a table of the application's", () => {
    const database = freshDatabase(server);

    test.each(["mysql57", server.name === "mysql" ? "mysql80" : "mariadb106"] as const)(
      "gets, changes and loses what the queue adds, and nothing else of it moves (%s)",
      async (target) => {
        await database.query("DROP TABLE IF EXISTS orders");
        await database.query(ORDERS);
        await database.query("INSERT INTO orders (customer) VALUES ('a'), ('b')");
        const original = await tableText(database, "orders");
        const [first, second] = [tableDefinition(ADOPTED), tableDefinition(DEDUPED)];
        const nothing: TableDefinition = { ...first, columns: [], indexes: [] };
        for (const { up } of diffTables(nothing, first, { target }).steps) await database.query(up);
        const adopted = await tableText(database, "orders");
        const { steps } = diffTables(first, second, { target });
        for (const { up } of steps) await database.query(up);
        const own = await database.query<{ Field: string }>("SHOW COLUMNS FROM orders");
        expect(own.map(({ Field }) => Field).slice(0, 3)).toEqual(["number", "customer", "updated_at"]);
        expect(own.at(-1)?.Field).toBe("dedupe_key");
        for (const { down } of [...steps].reverse()) await database.query(down);
        expect(await tableText(database, "orders")).toBe(adopted);
        for (const { up } of dropTable(first, target)) await database.query(up);
        expect(await tableText(database, "orders")).toBe(original);
        expect(await database.query("SELECT customer FROM orders ORDER BY number")).toEqual([
          { customer: "a" },
          { customer: "b" },
        ]);
      },
    );
  });
});
