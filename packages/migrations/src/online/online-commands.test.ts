import { describe, expect, it } from "vitest";
import { alterClauses } from "./alter-clauses.js";
import { onlineCommands } from "./online-commands.js";
import { shellQuote } from "./shell-quote.js";

const PLACE = { host: "db-1", port: 3306, user: "deploy", database: "app" };

describe("alterClauses", () => {
  it("takes clauses apart and leaves out how the server should do it", () => {
    const sql =
      "ALTER TABLE `a``b`\n  ADD COLUMN `x` enum('a,b','it''s, (') NOT NULL DEFAULT 'c' COMMENT 'd, \\\\',\n  ADD KEY `k` (`x`,`y`),\n  ALGORITHM=INPLACE,\n  LOCK=NONE;\n";
    expect(alterClauses(sql)).toEqual({
      table: "a`b",
      clauses: [
        "ADD COLUMN `x` enum('a,b','it''s, (') NOT NULL DEFAULT 'c' COMMENT 'd, \\\\'",
        "ADD KEY `k` (`x`,`y`)",
      ],
    });
  });

  it("leaves out what stands in versioned comments", () => {
    expect(alterClauses("ALTER TABLE t\n  ADD COLUMN a int /*!80012 , ALGORITHM=INSTANT */;")?.clauses).toEqual([
      "ADD COLUMN a int",
    ]);
  });

  it("keeps what a string or a name holds, line breaks among them", () => {
    expect(alterClauses("ALTER TABLE t ADD COLUMN `a,  b` int COMMENT 'x\n  y'")?.clauses).toEqual([
      "ADD COLUMN `a,  b` int COMMENT 'x\n  y'",
    ]);
  });

  it("knows no other statement", () => {
    expect(alterClauses("CREATE TABLE t (a int)")).toBeUndefined();
  });
});

describe("onlineCommands", () => {
  it("gives one command a tool, without a password", () => {
    expect(
      onlineCommands(
        "ALTER TABLE `notify_task`\n  ADD COLUMN `note` varchar(9) DEFAULT 'it''s',\n  LOCK=NONE;\n",
        PLACE,
      ),
    ).toEqual({
      ghost:
        "gh-ost --host=db-1 --port=3306 --user=deploy --ask-pass --database=app --table=notify_task --alter='ADD COLUMN `note` varchar(9) DEFAULT '\\''it'\\'''\\''s'\\''' --allow-on-master --cut-over-lock-timeout-seconds=3 --execute",
      ptOnlineSchemaChange:
        "pt-online-schema-change --ask-pass --alter='ADD COLUMN `note` varchar(9) DEFAULT '\\''it'\\'''\\''s'\\''' --set-vars=lock_wait_timeout=3 --execute h=db-1,P=3306,u=deploy,D=app,t=notify_task",
      notes: [],
    });
  });

  it("leaves the place to variables where it is not known", () => {
    expect(onlineCommands("ALTER TABLE t ADD x int")?.ghost).toContain(
      '--host="$DB_HOST" --port="$DB_PORT" --user="$DB_USER"',
    );
  });

  it("warns of duplicates under a new unique index, and of renamed columns", () => {
    const commands = onlineCommands("ALTER TABLE t ADD UNIQUE KEY u (a), RENAME COLUMN a TO b", PLACE);
    expect(commands?.notes).toHaveLength(2);
    expect(commands?.ghost).toContain("--approve-renamed-columns");
    expect(commands?.ptOnlineSchemaChange).toContain("--no-check-unique-key-change");
  });

  it("is none for a rename of the table and for other statements", () => {
    expect(onlineCommands("ALTER TABLE `a` RENAME TO `b`;\n")).toBeUndefined();
    expect(onlineCommands("DROP TABLE `a`;\n")).toBeUndefined();
  });
});

describe("shellQuote", () => {
  it("leaves plain words bare and puts all else in single quotes", () => {
    expect([shellQuote("a_b-1.2"), shellQuote(""), shellQuote("it's $HOME"), shellQuote("`id`")]).toEqual([
      "a_b-1.2",
      "''",
      "'it'\\''s $HOME'",
      "'`id`'",
    ]);
  });
});
