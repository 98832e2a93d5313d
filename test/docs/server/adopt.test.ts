import { mkdirSync, symlinkSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import { type Project, scratchProject } from "../../cli/project.js";
import { eachServer, freshDatabase } from "../../services/database.js";
import { installPackages, strictOptions } from "../../types/compiler.js";
import { page, ROOT } from "../pages.js";
import { follow, matches } from "../session.js";
import { expectOutputs } from "./expected.js";
import { userEnvironment } from "./reader.js";

const HOW_TO = page("docs/how-to/adopt-a-table.md");
const SHIP = ["add", "ship", "--table", "orders", "--adopt", "--existing-rows", "done"];

/** How to come to see the message that a page shows: the table, and what is typed. */
const WAYS: Readonly<Record<string, { readonly sql: readonly string[]; readonly type?: readonly string[] }>> = {
  "adopt-table": { sql: ["CREATE TABLE orders (shop int, number int, PRIMARY KEY (shop, number))"] },
  "adopt-column": { sql: ["CREATE TABLE orders (id int PRIMARY KEY, place point NOT NULL)"] },
  "adopt-name-taken": { sql: ["CREATE TABLE orders (id int PRIMARY KEY, status enum('new','paid','sent'))"] },
  "adopt-existing-rows": { sql: ["CREATE TABLE orders (id int PRIMARY KEY)"], type: SHIP.slice(0, -2) },
  "adopt-field": { sql: ["CREATE TABLE orders (id int PRIMARY KEY)"], type: [...SHIP, "--field", "state=x"] },
  "adopted-table": {
    sql: [
      "CREATE TABLE orders (id int PRIMARY KEY)",
      "CREATE TABLE log (id int)",
      "CREATE TRIGGER log_change AFTER UPDATE ON orders FOR EACH ROW INSERT INTO log VALUES (1)",
    ],
  },
};

eachServer((server) => {
  describe("the pages about adopting", () => {
    const database = freshDatabase(server);
    beforeEach(async () => {
      await database.query("DROP TABLE IF EXISTS orders, log, queuegen_migrations, queuegen_control, queuegen_lease");
    });

    test("docs/how-to/adopt-a-table.md leads from a table with rows to an order that was shipped, and prints what it shows", {
      timeout: 240_000,
    }, async () => {
      const project = reader();
      const env = { ...userEnvironment(), DATABASE_URL: database.url };
      // An INSERT counts where it stands: what is run before it must not see its row.
      const [table, first, second] = HOW_TO.blocks.filter(({ language }) => language === "sql");
      for (const block of [table, first]) await database.query(block?.text.replace(/;\s*$/, "") ?? "");
      const at = HOW_TO.blocks.indexOf(second ?? HOW_TO.blocks[0]!);
      const before = HOW_TO.blocks.slice(0, at);
      expectOutputs(before, words(await follow(before, { cwd: project.root, env, replace: {} })));
      await database.query(second?.text.replace(/;\s*$/, "") ?? "");
      const steps = await follow(HOW_TO.blocks.slice(at), { cwd: project.root, env, replace: {} });
      expect(steps.map(({ output }) => output).join("")).toContain("shipped to Linus for 119.00");
      expect(await database.query("SELECT customer, status, ship_status FROM orders ORDER BY id")).toEqual([
        { customer: "Ada", status: "new", ship_status: 2 },
        { customer: "Grace", status: "new", ship_status: 2 },
        { customer: "Linus", status: "sent", ship_status: 2 },
      ]);
    });

    test.each(Object.entries(WAYS))("the page of %s shows what is printed", async (code, { sql, type = SHIP }) => {
      for (const one of sql) await database.query(one);
      const { err } = await scratchProject().runWith({ env: { DATABASE_URL: database.url } }, ...type);
      const [shown] = page(`docs/errors/${code}.md`).blocks;
      if (!matches(`...\n${shown?.text}...`, err)) expect(err).toBe(shown?.text);
    });

    test("the page of adopt-without-migration shows what is printed", async () => {
      await database.query("CREATE TABLE orders (id int PRIMARY KEY)");
      const project = scratchProject();
      await project.runWith({ env: { DATABASE_URL: database.url } }, ...SHIP);
      project.remove("migrations");
      const [shown] = page("docs/errors/adopt-without-migration.md").blocks;
      expect((await project.run("check")).out).toContain(shown?.text.trimEnd());
    });
  });

  /** The pages speak of a database `app` on the usual port. */
  function words<Step extends { readonly output: string }>(steps: readonly Step[]): readonly Step[] {
    return steps.map((step) => ({
      ...step,
      output: step.output.replace(
        /database "queuegen_test_\w+" at 127\.0\.0\.1:\d+/g,
        'database "app" at 127.0.0.1:3306',
      ),
    }));
  }
});

/** A project of TypeScript in src, with `npx queuegen` and `npx tsc`. */
function reader(): Project {
  const project = scratchProject("queuegen-docs-");
  installPackages(project);
  const compilerOptions = { ...strictOptions("7"), rootDir: "src", outDir: "dist" };
  project.write("package.json", '{ "type": "module" }\n');
  project.write("tsconfig.json", JSON.stringify({ compilerOptions, include: ["src"] }));
  project.write("src/index.ts", "export {};\n");
  const bin = `${project.root}/node_modules/.bin`;
  mkdirSync(bin);
  symlinkSync(`${ROOT}packages/cli/bin/queuegen.js`, `${bin}/queuegen`);
  symlinkSync(`${ROOT}test/node_modules/typescript-7/bin/tsc`, `${bin}/tsc`);
  return project;
}
