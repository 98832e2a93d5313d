import { beforeEach, describe, expect, it } from "vitest";
import { eachServer, freshDatabase } from "../services/database.js";
import { adoptedProject } from "./adopted-project.js";

/** A type, a value as SQL, and what a handler gets of it. */
const COLUMNS: readonly (readonly [string, string, unknown])[] = [
  ["tinyint", "-1", -1],
  ["tinyint unsigned", "255", 255],
  ["tinyint(1)", "1", true],
  ["smallint", "-32768", -32768],
  ["mediumint unsigned", "16777215", 16777215],
  ["int", "-5", -5],
  ["bigint", "-9223372036854775808", "-9223372036854775808"],
  ["bigint unsigned", "18446744073709551615", "18446744073709551615"],
  ["decimal(20,4)", "1234567890123456.7891", "1234567890123456.7891"],
  ["decimal(5)", "12345", "12345"],
  ["float", "0.5", 0.5],
  ["double", "1e100", 1e100],
  ["char(3)", "'abc'", "abc"],
  ["varchar(40)", "'ü'", "ü"],
  ["varchar(40) CHARACTER SET latin1", "'é'", "é"],
  ["varchar(40) CHARACTER SET utf8mb3", "'ß'", "ß"],
  ["varchar(40) COLLATE utf8mb4_bin", "'😀'", "😀"],
  ["tinytext", "'a'", "a"],
  ["text", "'b'", "b"],
  ["mediumtext", "'c'", "c"],
  ["longtext", "'d'", "d"],
  ["binary(2)", "X'00FF'", { type: "Buffer", data: [0, 255] }],
  ["varbinary(9)", "X'27'", { type: "Buffer", data: [39] }],
  ["blob", "X'5C'", { type: "Buffer", data: [92] }],
  ["json", `'{"a": [1]}'`, { a: [1] }],
  ["date", "'2026-02-28'", "2026-02-28"],
  ["datetime", "'2026-02-28 01:02:03'", "2026-02-28 01:02:03"],
  ["datetime(6)", "'2026-02-28 01:02:03.456789'", "2026-02-28 01:02:03.456789"],
  ["timestamp(3)", "'2026-02-28 01:02:03.456'", "2026-02-28 01:02:03.456"],
  ["time", "'-12:34:56'", "-12:34:56"],
  ["year", "2026", 2026],
  ["enum('a','it''s')", "'it''s'", "it's"],
];

/** Reserved words of servers and of JavaScript. */
const WORDS = ["group", "order", "rank", "window", "class", "default", "select", "values"];

/** With defaults and NULL on each kind, to sixty columns. */
const ALL: readonly { readonly name: string; readonly sql: string; readonly value: string; readonly seen: unknown }[] =
  [
    ...COLUMNS.map(([type, value, seen], at) => ({
      name: WORDS[at] ?? `c${at}`,
      sql: `${type} NOT NULL`,
      value,
      seen,
    })),
    ...COLUMNS.slice(0, 27).map(([type], at) => ({ name: `n${at}`, sql: `${type} NULL`, value: "NULL", seen: null })),
  ];

const HANDLER = `import type { WideHandler } from "../generated/wide/consumer.js";
export const handleWide: WideHandler = async (job) => console.log("SEEN " + JSON.stringify(job));
`;

/** A compiler and a worker on a machine that has much to do. */
const SLOW = { timeout: 240_000 };

eachServer((server) => {
  describe("a table of sixty columns of every type, whose keys the application chooses", () => {
    const database = freshDatabase(server);
    beforeEach(() =>
      database.query(
        `CREATE TABLE \`table\` (number smallint NOT NULL PRIMARY KEY, ${ALL.map(({ name, sql }) => `\`${name}\` ${sql}`).join(", ")})`,
      ),
    );

    it("gives handlers each value, typed", SLOW, async () => {
      const project = adoptedProject(database);
      const { code, err } = await project.queuegen(
        "add",
        "wide",
        "--table",
        "table",
        "--adopt",
        "--existing-rows",
        "pending",
      );
      expect(code).toBe(0);
      expect(err.trim()).toBe(
        'warning  adopted-table  the application chooses "number": no enqueue function is generated, an INSERT of its own is the way in.',
      );
      expect(project.files().filter((path) => path.includes("producer"))).toEqual([]);
      await project.queuegen("migrate", "up");
      await database.query(
        `INSERT INTO \`table\` (number, ${ALL.map(({ name }) => `\`${name}\``).join(", ")}) VALUES (7, ${ALL.map(({ value }) => value).join(", ")})`,
      );
      expect(await project.queuegen("explain")).toMatchObject({ code: 0 });
      project.write("queues/handlers/wide.ts", HANDLER);
      await project.build();
      const printed = await project.work("--once");
      const seen = JSON.parse(/^SEEN (.*)$/m.exec(printed)?.[1] ?? "{}") as object;
      expect(seen).toEqual({ id: "7", ...Object.fromEntries(ALL.map(({ name, seen: value }) => [name, value])) });
      expect(await database.query("SELECT status, attempts FROM `table`")).toEqual([{ status: 2, attempts: 1 }]);
    });
  });
});
