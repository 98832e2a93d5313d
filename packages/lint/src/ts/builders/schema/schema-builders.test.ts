import { expect, it } from "vitest";
import { foldTables, type TableSchema } from "../../../facts/table-schema.js";
import { readSource } from "../../../read-source.js";

async function fold(text: string): Promise<ReadonlyMap<string, TableSchema>> {
  const { facts } = await readSource("m.ts", text);
  return foldTables(facts.changes.map((change) => ({ change, source: facts.source })));
}

function shown(table: TableSchema | undefined) {
  return {
    columns: table?.columns.map((c) => `${c.name} ${c.type}${c.args.length > 0 ? `(${c.args.join(",")})` : ""}`),
    keys: table?.keys.map((k) => `${k.kind} ${k.name ?? "-"} ${k.columns.join(",")}`),
    engine: table?.engine?.name,
  };
}

const EXPECTED = {
  columns: ["id bigint", "status tinyint", "claim_token varchar(32)", "claim_time int"],
  keys: ["primary PRIMARY id", "key idx_status_id status,id", "unique uq_token claim_token"],
  engine: "MyISAM",
};

it("Sequelize's migrations tell their tables", async () => {
  const tables = await fold(`
    export async function up({ context: queryInterface }) {
      await queryInterface.createTable("task", {
        id: { type: DataTypes.BIGINT.UNSIGNED, primaryKey: true, autoIncrement: true },
        state: { type: DataTypes.TINYINT, allowNull: false },
        gone: Sequelize.TEXT,
        claim_token: { type: Sequelize.STRING(32) },
      }, { engine: "MyISAM" });
      await queryInterface.renameColumn("task", "state", "status");
      await queryInterface.removeColumn("task", "gone");
      await queryInterface.addColumn("task", "claim_time", { type: DataTypes.INTEGER.UNSIGNED });
      await queryInterface.addIndex("task", ["status", "id"], { name: "idx_status_id" });
      await queryInterface.addIndex("task", { fields: ["status"], name: "old" });
      await queryInterface.addConstraint("task", { type: "unique", fields: ["claim_token"], name: "uq_token" });
      await queryInterface.addConstraint("task", { type: "check", fields: ["status"], name: "c" });
      await queryInterface.removeIndex("task", "old");
      await queryInterface.renameTable("task", "job");
      await queryInterface.dropTable("other");
    }
    export async function down({ context: queryInterface }) { await queryInterface.dropTable("job"); }`);
  expect([...tables.keys()]).toEqual(["job"]);
  expect(shown(tables.get("job"))).toEqual(EXPECTED);
});

it("TypeORM's migrations tell their tables", async () => {
  const tables = await fold(`
    class M {
      async up(queryRunner: QueryRunner) {
        await queryRunner.createTable(new Table({
          name: "task", engine: "MyISAM",
          columns: [
            { name: "id", type: "bigint", isPrimary: true, unsigned: true },
            { name: "state", type: "tinyint" },
            { name: "gone", type: "text" },
            { name: "claim_token", type: "varchar", length: "32" },
          ],
          indices: [{ name: "idx_state_id", columnNames: ["state", "id"] }],
        }), true);
        await queryRunner.renameColumn("task", "state", "status");
        await queryRunner.dropColumn("task", "gone");
        await queryRunner.addColumn("task", new TableColumn({ name: "claim_time", type: "int", unsigned: true }));
        await queryRunner.dropIndex("task", "idx_state_id");
        await queryRunner.createIndex("task", new TableIndex({ name: "idx_status_id", columnNames: ["status", "id"] }));
        await queryRunner.createIndices("task", [new TableIndex({ name: "uq_token", columnNames: ["claim_token"], isUnique: true })]);
        await queryRunner.renameTable("task", "job");
      }
      async down(queryRunner: QueryRunner) { await queryRunner.dropTable("job"); }
    }`);
  expect([...tables.keys()]).toEqual(["job"]);
  expect(shown(tables.get("job"))).toEqual(EXPECTED);
});

it("Drizzle's tables tell their columns and keys", async () => {
  const tables = await fold(`
    import { mysqlTable, bigint, tinyint, varchar, int, index, uniqueIndex } from "drizzle-orm/mysql-core";
    export const job = mysqlTable("job", {
      id: bigint({ mode: "number", unsigned: true }).primaryKey().autoincrement(),
      status: tinyint().notNull().default(0),
      token: varchar("claim_token", { length: 32 }),
      claimTime: int({ unsigned: true }),
    }, (t) => [index("idx_status_id").on(t.status, t.id.desc()), uniqueIndex("uq_token").on(t.token)]);
    export const spread = mysqlTable("spread", { ...common, id: int() });`);
  expect([...tables.keys()]).toEqual(["job"]);
  expect(shown(tables.get("job"))).toEqual({ ...EXPECTED, engine: undefined });
});
