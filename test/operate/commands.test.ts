import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { eachServer, freshDatabase } from "../services/database.js";
import { operateProject } from "./operate-project.js";

/** Beyond what a JavaScript number holds. */
const HUGE = "18446744073709551610";

interface Row {
  readonly state: number;
  readonly tries: number;
  readonly token: string | null;
  readonly when: number | null;
  readonly select: string | null;
  readonly end: number | null;
}

eachServer((server) => {
  describe("commands of the operator", () => {
    const database = freshDatabase(server);
    const project = operateProject(database);
    const { run } = project;
    beforeEach(async () => {
      for (const table of ["`order`", "plain_task", "ops_control", "ops_lease"]) {
        await database.query(`TRUNCATE TABLE ${table}`);
      }
    });

    /** One row; what is not given is as in a pending job. */
    const add = (values: Readonly<Record<string, string | number | null>>): Promise<unknown> => {
      const row = { key: "x", payload: "{}", from: 1, ...values };
      const names = Object.keys(row).map((name) => `\`${name}\``);
      return database.query(`INSERT INTO \`order\` (${names.join(", ")}) VALUES (?)`, [Object.values(row)]);
    };
    const row = async (id: string): Promise<Row | undefined> => {
      const [found] = await database.query<Row>(
        "SELECT state, tries, token, `when`, `select`, `end` FROM `order` WHERE nr = CAST(? AS UNSIGNED)",
        [id],
      );
      return found;
    };
    const held = { state: 1, token: "t", rank: "web-1", tries: 3, to: 5 };
    const now = async (): Promise<number> =>
      Number((await database.query<{ now: number }>("SELECT UNIX_TIMESTAMP() AS now"))[0]?.now);

    describe("push", () => {
      test("stores a job as the generated producer would, and tells its id", async () => {
        const job = { key: "a`b'c\\", big: HUGE, payload: { ms: 1, text: "ü\u{1F600}" } };
        const result = await run("push", "odd", JSON.stringify(job), "--json");
        expect(result).toMatchObject({ code: 0, err: "" });
        const [{ id, status }] = JSON.parse(result.out).jobs;
        expect(status).toBe("added");
        const [stored] = await database.query(
          "SELECT state, `key`, CAST(big AS CHAR) AS big, CAST(payload AS CHAR) AS payload, `from` > 1e12 AS dated FROM `order` WHERE nr = ?",
          [id],
        );
        expect(stored).toMatchObject({ state: 0, key: job.key, big: HUGE, dated: 1 });
        expect(JSON.parse((stored as { payload: string }).payload)).toEqual(job.payload);
      });

      test("a delay makes it wait; a key that is taken is told and nothing is added", async () => {
        const push = ["push", "odd", '{"key": "k", "payload": {}}', "--dedupe-key", "once", "--delay", "15m"];
        expect((await run(...push)).out).toMatch(/^odd: 1 job added: \d+\n$/);
        expect((await run(...push)).out).toMatch(/^odd: the key is taken by \d+: nothing was added for it\n$/);
        expect(await database.query("SELECT state, `when` > `from` AS later FROM `order`")).toEqual([
          { state: 5, later: 1 },
        ]);
      });

      test("takes a file, and stdin", async () => {
        writeFileSync(join(project.root, "jobs.json"), '[{"key": "a", "payload": {}}, {"key": "b", "payload": {}}]');
        expect((await run("push", "odd", "@jobs.json")).out).toMatch(/^odd: 2 jobs added: /);
        const { done } = project.start(["push", "odd", "-"], '{"key": "stdin", "payload": {}}');
        expect(await done).toMatchObject({ code: 0, err: "" });
        expect(await database.query("SELECT `key` FROM `order` ORDER BY nr")).toEqual([
          { key: "a" },
          { key: "b" },
          { key: "stdin" },
        ]);
      });

      test.each([
        ['{"kye": "a", "payload": {}}', "`kye` is not a column of the queue", "command line:1:9"],
        ['{"payload": {}}', "`key` is missing", "command line:1:1"],
        [`{"key": "${"x".repeat(41)}", "payload": {}}`, "`key` has more than the 40 characters", "command line:1:9"],
        ['{"key": "a", "big": -1, "payload": {}}', "`big` is -1, out of the range", "command line:1:21"],
        ['[{"key": "a", "payload": {}}, {"key": 5, "payload": {}}]', "job 2: `key` is 5, not a string", ":1:39"],
        ['{"key": "a", "payload": {"n": 9007199254740993}}', "9007199254740993 has more digits", ":1:31"],
        ["{key: 1}", "not JSON", "command line:1:2"],
      ])("%s is refused with its place, and nothing is stored", async (job, message, place) => {
        const result = await run("push", "odd", job);
        expect(result).toMatchObject({ code: 2, out: "" });
        expect(result.err).toContain(`payload-refused  ${message}`);
        expect(result.err).toContain(place);
        expect(await database.query("SELECT nr FROM `order`")).toEqual([]);
      });

      test("a key for a queue without keys is a mistake that is told", async () => {
        const result = await run("push", "plain", '{"payload": {}}', "--dedupe-key", "k");
        expect(result).toMatchObject({ code: 2 });
        expect(result.err).toContain("has no dedupe key: declare `dedupe: true`");
      });
    });

    describe("retry", () => {
      test("a dead job begins anew, a waiting one is due, and ids beyond 2^53 are exact", async () => {
        await add({ nr: HUGE, state: 3, tries: 3, select: "no such host", end: 7, dedupe_key: "k" });
        await add({ nr: "18446744073709551609", state: 3, tries: 3 });
        await add({ nr: 12, state: 5, when: 99_999_999_999_999 });
        const result = await run("retry", "odd", HUGE, "12");
        expect(result).toMatchObject({ code: 0, err: "" });
        expect(result.out).toBe(`odd ${HUGE}: retried, with all its attempts\nodd 12: due now\n`);
        expect(await row(HUGE)).toEqual({ state: 0, tries: 0, token: null, when: null, select: null, end: null });
        expect(await row("18446744073709551609")).toMatchObject({ state: 3 });
        const due = await row("12");
        expect(due?.state).toBe(5);
        expect(due?.when).toBeLessThanOrEqual(Date.now() + 60_000);
      });

      test("what runs or is over is not touched and told, with exit code 1", async () => {
        await add({ nr: 1, ...held, since: 4_000_000_000 });
        await add({ nr: 2, state: 2 });
        const before = [await row("1"), await row("2")];
        const result = await run("retry", "odd", "1", "2", "3");
        expect(result).toMatchObject({ code: 1, err: "" });
        expect(result.out).toBe("odd 1: in work, not changed\nodd 2: done, not changed\nodd 3: not there\n");
        expect([await row("1"), await row("2")]).toEqual(before);
      });

      test("--dead goes through all of them in pages, and heeds --limit", async () => {
        await database.query(
          "INSERT INTO `order` (`key`, payload, `from`, state) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000) SELECT 'x', '{}', 1, IF(i <= 990, 3, 2) FROM n",
        );
        expect((await run("retry", "odd", "--dead", "--limit", "600")).out).toBe("odd: 600 jobs retried\n");
        expect((await run("retry", "odd", "--dead")).out).toBe("odd: 390 jobs retried\n");
        expect(await database.query("SELECT state, COUNT(*) AS n FROM `order` GROUP BY state")).toEqual([
          { state: 0, n: 990 },
          { state: 2, n: 10 },
        ]);
      });

      test("Ctrl-C stops it between two pages: it tells how many there were, and the next run does the rest", async () => {
        await database.query(
          "INSERT INTO `order` (`key`, payload, `from`, state) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000) SELECT 'x', '{}', 1, 3 FROM n",
        );
        for (let times = 0; times < 5; times++) {
          await database.query(
            "INSERT INTO `order` (`key`, payload, `from`, state) SELECT 'x', '{}', 1, 3 FROM `order`",
          );
        }
        const { child, done } = project.start(["retry", "odd", "--dead"]);
        const changed = async (): Promise<number> => {
          const [row] = await database.query<{ n: number }>("SELECT COUNT(*) AS n FROM `order` WHERE state = 0");
          return Number(row?.n);
        };
        while ((await changed()) === 0) expect(child.exitCode).toBeNull();
        child.kill("SIGINT");
        const { code, out, err } = await done;
        expect(code).toBe(130);
        const count = await changed();
        expect(out).toBe(`odd: ${count.toLocaleString("en-US")} jobs retried\n`);
        expect(err).toContain("Stopped before the end");
        expect(count).toBeLessThan(32_000);
        expect((await run("retry", "odd", "--dead")).code).toBe(0);
        expect(await changed()).toBe(32_000);
      });

      test.each([
        [[], "give the ids of jobs, or --dead"],
        [["1", "--dead"], "give ids or --dead, not both"],
        [["1", "--limit", "3"], "--limit goes with --dead"],
        [["1; DROP TABLE x"], '"1; DROP TABLE x" is not the id of a job'],
        [["18446744073709551616"], "is not the id of a job"],
      ])("%j is a mistake that is told", async (args, message) => {
        const result = await run("retry", "odd", ...args);
        expect(result.code).toBe(2);
        expect(result.err).toContain(message);
      });
    });

    test("cancel makes dead what has not started, and nothing else", async () => {
      await add({ nr: 1 });
      await add({ nr: 2, state: 5, when: 5 });
      await add({ nr: 3, ...held, since: 4_000_000_000 });
      const result = await run("cancel", "odd", "1", "2", "3");
      expect(result.code).toBe(1);
      expect(result.out).toBe("odd 1 2: cancelled, dead now\nodd 3: in work, not changed\n");
      expect(await row("1")).toMatchObject({ state: 3, select: "cancelled", when: null });
      expect(await row("2")).toMatchObject({ state: 3, select: "cancelled", when: null });
      expect(await row("3")).toMatchObject({ state: 1, token: "t" });
    });

    describe("release", () => {
      test("inside the lease nothing is released without --force", async () => {
        await add({ nr: 1, ...held, since: await now() });
        const result = await run("release", "odd", "1");
        expect(result.code).toBe(1);
        expect(result.out).toMatch(/^odd 1: held by web-1, whose lease has [\d.]+ m?s left: not released\n/);
        expect(await row("1")).toMatchObject({ state: 1, token: "t" });
      });

      test("past the lease two looks agree, and a job whose attempts are used up is dead", async () => {
        await add({ nr: 1, ...held, since: 5 });
        await add({ nr: 2, ...held, since: 5, tries: 1, to: null });
        const result = await run("release", "odd", "1", "2");
        expect(result).toMatchObject({ code: 0, out: "odd 1 2: released\n" });
        expect(result.err).toContain("looking again in 2 s");
        expect(await row("1")).toMatchObject({ state: 3, token: null, select: "released by the operator" });
        expect(await row("2")).toMatchObject({ state: 0, tries: 1, token: null });
      });

      test("a worker that renews between the looks keeps its job", async () => {
        await add({ nr: 1, ...held, since: 5 });
        const { child, done } = project.start(["release", "odd", "1"]);
        await new Promise<void>((resolve) => child.stderr?.on("data", () => resolve()));
        await database.query("UPDATE `order` SET since = 6 WHERE nr = 1");
        expect(await done).toMatchObject({
          code: 1,
          out: "odd 1: 0 of 1 released, the others were renewed or finished meanwhile\n",
        });
        expect(await row("1")).toMatchObject({ state: 1, token: "t" });
      });

      test("all that one worker holds, by force, and nothing of another", async () => {
        const since = await now();
        await add({ nr: 1, ...held, since });
        await add({ nr: HUGE, ...held, since, token: "u", tries: 1 });
        await add({ nr: 3, ...held, since, rank: "web-2" });
        const result = await run("release", "odd", "--worker", "web-1", "--force");
        expect(result).toMatchObject({ code: 0, out: `odd 1 ${HUGE}: released\n` });
        expect(await row("1")).toMatchObject({ state: 3 });
        expect(await row(HUGE)).toMatchObject({ state: 0 });
        expect(await row("3")).toMatchObject({ state: 1 });
      });
    });

    test("purge deletes what is past its retention, and leaves what was retried or is younger", async () => {
      const ms = (await now()) * 1000;
      await add({ nr: 1, state: 2, end: ms - 120_000 });
      await add({ nr: 2, state: 2, end: ms });
      await add({ nr: 3, state: 3, end: 1 });
      await add({ nr: 4, state: 2, end: null });
      const result = await run("purge", "odd");
      expect(result).toMatchObject({ code: 0, err: "" });
      expect(result.out).toBe(
        "odd (table order)\n  1 done row purged, older than 1 min\n  dead rows are kept for ever\n",
      );
      expect(await database.query("SELECT nr FROM `order` ORDER BY nr")).toEqual([{ nr: 2 }, { nr: 3 }, { nr: 4 }]);
    });

    describe("control", () => {
      const control = async (): Promise<unknown> =>
        (await database.query("SELECT queue, paused, concurrency, global_concurrency FROM ops_control"))[0];

      test("pause, concurrency and the limit of all are kept beside each other", async () => {
        expect((await run("pause", "odd")).out).toContain("odd is paused: within 2 s");
        expect((await run("concurrency", "odd", "5")).out).toContain("in each process       5 (3 in the schema)");
        expect((await run("concurrency", "odd", "7", "--global")).out).toContain("in all of them        7");
        expect(await control()).toEqual({ queue: "odd", paused: 1, concurrency: 5, global_concurrency: 7 });
        await run("resume", "odd");
        await run("concurrency", "odd", "default");
        await run("concurrency", "odd", "default", "--global");
        expect(await control()).toEqual({ queue: "odd", paused: 0, concurrency: null, global_concurrency: null });
      });

      test("more than the cap of a process is refused, and so is what is no number", async () => {
        const result = await run("concurrency", "odd", "7");
        expect(result.code).toBe(2);
        expect(result.err).toContain('concurrency-cap  no process of "odd" runs 7 jobs at once: the cap is 6');
        for (const n of ["0", "-1", "many"]) expect((await run("concurrency", "odd", n)).code).toBe(2);
        expect(await control()).toBeUndefined();
      });

      test("restart marks one queue, or all", async () => {
        await run("restart", "odd");
        expect(await database.query("SELECT queue FROM ops_control")).toEqual([{ queue: "odd" }]);
        await run("restart");
        expect(await database.query("SELECT queue, restart_at > 1e12 AS marked FROM ops_control")).toEqual([
          { queue: "chief", marked: 1 },
          { queue: "odd", marked: 1 },
          { queue: "plain", marked: 1 },
          { queue: "solo", marked: 1 },
        ]);
      });
    });

    describe("looks", () => {
      test("stats counts the states, and tells who holds what", async () => {
        const s = await now();
        await add({ nr: 1, from: (s - 60) * 1000 });
        await add({ nr: 2, ...held, since: s + 100 });
        await add({ nr: 3, ...held, since: s - 100, rank: "web-2" });
        await add({ nr: 4, state: 5, when: (s + 300) * 1000 });
        await add({ nr: 5, state: 5, when: 5 });
        await add({ nr: 6, state: 3, end: (s - 600) * 1000 });
        await add({ nr: 7, state: 2, end: s * 1000 });
        const result = await run("stats", "odd");
        expect(result).toMatchObject({ code: 0, err: "" });
        expect(result.out).toMatch(/^odd \(table order\)\n {2}pending +1 +oldest 1 min( \d+ s)? \(id 1\)\n/);
        expect(result.out).toMatch(/^ {2}waiting +2 +1 due, next in 4 min [45]\d s$/m);
        expect(result.out).toMatch(/^ {2}in work +2 +by 2 workers$/m);
        expect(result.out).toMatch(/^ {2}done +1 +1 in the last minute, 1 in the last hour$/m);
        expect(result.out).toMatch(/^ {2}dead +1 +0 in the last minute, 1 in the last hour$/m);
        expect(result.out).toMatch(/^ {2}web-1 +1 {2}1 min [34]\d s left$/m);
        expect(result.out).toMatch(/^ {2}web-2 +1 {2}over for 1 min [34]\d s$/m);
        const { queues } = JSON.parse((await run("stats", "--json")).out);
        expect(queues.map(({ queue }: { queue: string }) => queue)).toEqual(["chief", "odd", "plain", "solo"]);
        expect(queues[1]).toMatchObject({ pending: { jobs: 1, more: false, oldestId: "1" }, paused: false });
      });

      test("stats of a paused queue says so", async () => {
        await run("pause", "odd");
        expect((await run("stats", "odd")).out).toContain("odd (table order)  PAUSED\n");
      });

      test.each([
        [{}, /^odd 1 {2}pending for .*\n.* never claimed\n {2}next: attempt 1 of 3 as soon as a worker has room\.$/m],
        [
          { state: 5, when: 99_999_999_999_999, tries: 2, rank: "web-3", select: "SMTP 421" },
          /claimed 2 times {3}last by web-3\n {2}last error: SMTP 421\n {2}next: attempt 3 of 3 at 5138-11-16 [\d:]+, then done or dead\. `queuegen retry odd 1` makes it due now\.$/m,
        ],
        [
          { ...held, since: 4_000_000_000 },
          /^odd 1 {2}in work by web-1, lease .*\n[\s\S]*`queuegen release odd 1 --force`/m,
        ],
        [
          { ...held, since: 5 },
          /whose lease is over for [\s\S]*another worker takes it back, .* so it will be dead\. If none runs: `queuegen release odd 1`\.$/m,
        ],
        [{ state: 2, end: 5 }, /^odd 1 {2}done, .* ago[\s\S]*next: purged with the next round of a worker\.$/m],
        [{ state: 3, end: 5 }, /^odd 1 {2}dead for [\s\S]*nothing; it is kept\. `queuegen retry odd 1` gives/m],
      ])("inspect of %j", async (values, text) => {
        await add({ nr: 1, ...values });
        const result = await run("inspect", "odd", "1");
        expect(result).toMatchObject({ code: 0, err: "" });
        expect(result.out).toMatch(text);
      });

      test("of a first attempt inspect tells no start that nobody wrote down", async () => {
        const begun = (await now()) * 1000;
        await add({ nr: 1, ...held, since: 4_000_000_000, tries: 1, to: begun });
        await add({ nr: 2, ...held, since: 4_000_000_000, tries: 2, to: begun });
        expect((await run("inspect", "odd", "1")).out).toMatch(/ started before [\d:]+$/m);
        expect((await run("inspect", "odd", "2")).out).toMatch(/ started [\d:]+$/m);
        const json = async (id: string): Promise<unknown> =>
          JSON.parse((await run("inspect", "odd", id, "--json")).out);
        expect(await json("1")).toMatchObject({ startedAt: null, startedBefore: begun });
        expect(await json("2")).toMatchObject({ startedAt: begun, startedBefore: begun });
      });

      test("inspect finds ids beyond 2^53, and tells what is not there", async () => {
        await add({ nr: HUGE, dedupe_key: "k" });
        expect(JSON.parse((await run("inspect", "odd", HUGE, "--json")).out)).toMatchObject({
          id: HUGE,
          state: "pending",
          dedupeKey: "k",
        });
        const result = await run("inspect", "odd", "18446744073709551611");
        expect(result.code).toBe(2);
        expect(result.err).toContain('job-missing  queue "odd" has no job 18446744073709551611');
      });
    });

    test("a queue that is not declared is told with the nearest one", async () => {
      const result = await run("pause", "plian");
      expect(result.code).toBe(2);
      expect(result.err).toContain('queue-unknown  this project declares no queue "plian"');
      expect(result.err).toContain('Did you mean "plain"?');
    });

    test("what the server refuses is told in its words, without a stack trace", async () => {
      await database.query("ALTER TABLE plain_task DROP KEY idx_status_id");
      const result = await run("stats", "plain");
      await database.query("ALTER TABLE plain_task ADD KEY idx_status_id (status, id)");
      expect(result.code).toBe(2);
      expect(result.err).toMatch(/statement-refused {2}the server refuses it: .*idx_status_id/);
      expect(result.err).toContain("The table is not as the schema says");
    });
  });
});
