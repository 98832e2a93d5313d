import { randomBytes, randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { eachServer, freshDatabase } from "../services/database.js";
import { type AdoptedProject, adoptedProject } from "./adopted-project.js";

/** A key of each kind that is no integer, and how a row that the test inserts gets one. */
const TABLES = {
  uuid: { type: "char(36)", key: () => randomUUID() },
  bin: { type: "binary(16)", key: () => randomBytes(16) },
  ulid: {
    type: "varchar(26) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci",
    key: (n: number) => `01ARZ3NDEK${String(n).padStart(16, "T")}`,
  },
  odd: { type: "varchar(30) CHARACTER SET latin1 COLLATE latin1_german1_ci", key: oddKey },
} as const;

type Name = keyof typeof TABLES;
const NAMES = Object.keys(TABLES) as readonly Name[];
const ROWS = 60;
/** Its handlers run in child processes: ids travel between processes. */
const ISOLATED: Name = "ulid";

/** What quoting gets wrong, or a page that begins after ''. */
function oddKey(n: number): string {
  const odd = ["", "\t", "o'brien", "a\\", "\\' OR 1=1 -- ", 'a"b', "é", "ÿ?", "/* */", ";", ":ids", "%_"];
  return odd[n] ?? `key ${n}`;
}

/** The sixth job of the first worker kills it, with all that it has claimed. */
const HANDLER = `import { existsSync, writeFileSync } from "node:fs";
import type { NameHandler } from "../generated/NAME/consumer.js";
const MAY_CRASH: boolean = CRASH;
let calls = 0;
export const handleName: NameHandler = async (job, ctx) => {
  const id: string = job.id;
  if (MAY_CRASH && ++calls === 6 && !existsSync("crashed-NAME")) {
    writeFileSync("crashed-NAME", id);
    process.kill(process.pid, "SIGKILL");
  }
  if (job.note === "fail") throw new Error("no");
  await ctx.transaction((trx) => trx.query("INSERT INTO effect (queue, id) VALUES (?, ?)", ["NAME", id]));
};
`;

/** Only the first queue's handler is there; the commands said what to add. */
function addHandlers(worker: string): string {
  const others = NAMES.slice(1).map((name) => [name, `handle${pascal(name)}`] as const);
  const imports = others.map(([name, handle]) =>
    name === ISOLATED ? "" : `import { ${handle} } from "./handlers/${name}.js";\n`,
  );
  const handlers = others.map(([name, handle]) =>
    name === ISOLATED
      ? `${name}: handlerModule(new URL("./handlers/${name}.js", import.meta.url)), `
      : `${name}: ${handle}, `,
  );
  return (
    imports.join("") +
    worker
      .replace("{ runWorker }", "{ handlerModule, runWorker }")
      .replace("uuid: handleUuid", `${handlers.join("")}uuid: handleUuid`)
  );
}

function pascal(name: string): string {
  return `${name[0]?.toUpperCase()}${name.slice(1)}`;
}

/** For ctx.transaction in a child process. */
const POOL = `import { createPool, type Pool } from "mysql2/promise";
export const db: Pool = createPool({ uri: process.env["DATABASE_URL"] ?? "", connectionLimit: 1 });
`;

/** A compiler and a worker on a machine that has much to do. */
const SLOW = { timeout: 240_000 };

eachServer((server) => {
  describe("an adopted table whose key is no integer", () => {
    const database = freshDatabase(server);

    beforeAll(async () => {
      await database.query(
        "CREATE TABLE effect (n int AUTO_INCREMENT PRIMARY KEY, queue varchar(9), id varbinary(99))",
      );
      for (const name of NAMES) {
        const { type } = TABLES[name];
        await database.query(`CREATE TABLE t_${name} (id ${type} NOT NULL PRIMARY KEY, note varchar(9))`);
        await fill(name, 0);
      }
    });

    async function fill(name: Name, from: number): Promise<void> {
      const rows = Array.from({ length: ROWS / 2 }, (_, i) => [TABLES[name].key(from + i)]);
      await database.query(`INSERT INTO t_${name} (id) VALUES ?`, [rows]);
    }

    async function adopted(): Promise<AdoptedProject> {
      const project = adoptedProject(database);
      for (const name of NAMES) {
        const added = await project.queuegen(
          "add",
          name,
          "--table",
          `t_${name}`,
          "--adopt",
          "--existing-rows",
          "pending",
        );
        expect(added.err).not.toContain("error");
        expect(added.err).toContain("no enqueue function is generated");
        const isolation = name === ISOLATED ? ', isolation: "process"' : "";
        project.edit(`queues/schemas/${name}.queue.ts`, (text) =>
          text
            .replace("  retry:", '  claim: { lease: "5s" },\n  retry:')
            .replace("concurrency: 10", `concurrency: 3${isolation}`)
            .replace("done: null", 'done: "1m"'),
        );
        const handler = HANDLER.replace("= CRASH", `= ${name !== ISOLATED}`).replaceAll("NAME", name);
        const named = handler
          .replaceAll("NameHandler", `${pascal(name)}Handler`)
          .replace("handleName", `handle${pascal(name)}`);
        project.write(`queues/handlers/${name}.ts`, name === ISOLATED ? POOL + named : named);
      }
      expect(await project.queuegen("generate")).toMatchObject({ code: 0 });
      project.edit("queues/worker.ts", addHandlers);
      return project;
    }

    const left = async (): Promise<number> => {
      const counts = NAMES.map((name) => `(SELECT COUNT(*) FROM t_${name} WHERE status IN (0, 1, 5))`);
      const [row] = await database.query<{ n: number }>(`SELECT ${counts.join(" + ")} AS n`);
      return Number(row?.n);
    };

    it("is worked off, each row once, though a worker is killed over it", SLOW, async () => {
      const project = await adopted();
      expect(await project.queuegen("migrate", "up")).toMatchObject({ code: 0 });
      for (const name of NAMES) await fill(name, ROWS / 2);
      expect(await project.queuegen("migrate", "drift")).toMatchObject({ code: 0 });
      const explain = await project.queuegen("explain", "--json");
      expect(explain).toMatchObject({ code: 0 });
      await project.build();
      // Killed in its sixth job, whatever queue that is of; those in child processes only cost an attempt.
      const first = await project.work("--max-run-time", "60s").catch((error: unknown) => error);
      expect(first).toMatchObject({ signal: "SIGKILL" });
      const held = await database.query(
        "SELECT 1 FROM t_uuid WHERE status = 1 UNION ALL SELECT 1 FROM t_bin WHERE status = 1 UNION ALL SELECT 1 FROM t_odd WHERE status = 1",
      );
      expect(held.length).toBeGreaterThan(0);
      while ((await left()) > 0) await project.work("--max-run-time", "5s").catch(() => undefined);
      for (const name of NAMES) {
        const hex = name === "bin" ? "LOWER(HEX(t.id))" : "CAST(t.id AS CHAR)";
        const [counts] = await database.query(
          `SELECT COUNT(*) AS effects, COUNT(DISTINCT id) AS ids FROM effect WHERE queue = '${name}'`,
        );
        expect({ name, counts }).toEqual({ name, counts: { effects: ROWS, ids: ROWS } });
        const wrong = await database.query(
          `SELECT ${hex} AS id FROM t_${name} AS t WHERE t.status <> 2 OR NOT EXISTS (SELECT 1 FROM effect AS e WHERE e.queue = '${name}' AND e.id = CAST(${hex} AS BINARY))`,
        );
        expect(wrong).toEqual([]);
      }

      // Ids as people type them: a uuid with its dashes for bytes, another case where the collation does not care, quotes.
      const [bytes] = await database.query<{ id: string }>(
        "SELECT LOWER(HEX(id)) AS id FROM t_bin ORDER BY id LIMIT 1",
      );
      const id = bytes?.id ?? "";
      const dashed = id.toUpperCase().replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
      expect(await project.queuegen("inspect", "bin", dashed)).toMatchObject({
        code: 0,
        out: expect.stringContaining(`bin ${id}  done`),
      });
      expect(await project.queuegen("push", "bin", '{"note": "a"}')).toMatchObject({
        code: 2,
        err: expect.stringContaining('the application chooses "id" of "t_bin"'),
      });
      await database.query("UPDATE t_ulid SET status = 3 WHERE id = ?", [TABLES.ulid.key(7)]);
      const retried = await project.queuegen("retry", "ulid", TABLES.ulid.key(7).toLowerCase(), TABLES.ulid.key(8));
      expect(retried.out).toBe(
        `ulid ${TABLES.ulid.key(7)}: retried, with all its attempts\nulid ${TABLES.ulid.key(8)}: done, not changed\n`,
      );
      expect(await project.queuegen("cancel", "ulid", TABLES.ulid.key(7))).toMatchObject({ code: 0 });
      await database.query("UPDATE t_odd SET status = 1, claim_time = NULL WHERE id = ?", ["o'brien"]);
      const released = await project.queuegen("release", "odd", "o'brien", "x' OR '1'='1");
      expect(released.out).toBe("odd x' OR '1'='1: not there\nodd o'brien: released\n");
      expect(await project.queuegen("inspect", "odd", "\u6f22")).toMatchObject({ code: 2, out: "" });
      await database.query("UPDATE t_odd SET status = 2 WHERE id = ?", ["o'brien"]);
      for (const name of ["odd", "bin"] as const) {
        await database.query(`UPDATE t_${name} SET finish_time = 1`);
        expect((await project.queuegen("purge", name)).out).toContain(`${ROWS} done rows purged`);
      }
    });
  });
});
