import { frame } from "@queuegen/model";
import { modes } from "@queuegen/modes";
import { type ReaderHost, readQueues } from "@queuegen/reader";
import { expect, test } from "vitest";
import { type SchemaParts, schema } from "./fixtures/schema.js";

/** What a user sees for a schema that is wrong in one way. Every case of a group is in its `.txt` file; read them. */
const cases: Readonly<Record<string, Readonly<Record<string, SchemaParts>>>> = {
  names: {
    "a path": { name: '"../x"' },
    "a key of every object": { name: '"constructor"' },
    "two hundred characters": { name: `"${"a".repeat(200)}"` },
    empty: { name: '""' },
    "capital letters and blanks": { name: '"Order Timeout"' },
    "a reserved word": { name: '"delete"' },
    "no text": { name: "7" },
    "a table name that is too long": { options: `table: "${"t".repeat(65)}",` },
    "a table in another database": { options: 'table: "shop.orders",' },
    "a table that is no text": { options: "table: 7," },
    "a column that is no identifier": { payload: '"user id": int(),' },
    "a column named like a key of every object": { payload: "constructor: int()," },
    "a column of the prototype": { payload: '"__proto__": int(),' },
    "an index name that is too long": {
      indexes: `  indexes: { idx_status_id: ["status", "id"], ${"i".repeat(65)}: ["id"] },\n`,
    },
    "a mode that does not exist": { options: 'mode: "clam",' },
  },
  "standard columns": {
    "no id": { id: "" },
    "no status": { status: "" },
    "no claim_token and no claim_time": { token: "", time: "" },
    "no columns at all": { id: "", status: "", token: "", time: "" },
    "a status that is an enum": { status: '    status: enumOf(["new", "done"]),\n' },
    "a status that is a text": { status: "    status: varchar(16),\n" },
    "a status that may be NULL": { status: "    status: tinyint({ unsigned: true, null: true }),\n" },
    "a status with another default": { status: "    status: tinyint({ unsigned: true, default: 1 }),\n" },
    "a status that is a boolean": { status: "    status: q.boolean({ default: false }),\n" },
    "an id that is not numbered": { id: "    id: bigint({ unsigned: true }),\n" },
    "an id that is a text": { id: "    id: char(36),\n" },
    "a claim_token that is too short": { token: "    claim_token: varchar(16, { null: true }),\n" },
    "a claim_token that is never NULL": { token: "    claim_token: varchar(32),\n" },
    "a claim_time that is signed": { time: "    claim_time: int({ null: true }),\n" },
    "a claim_time that is a datetime": { time: "    claim_time: datetime({ null: true }),\n" },
    "a payload column with the name of a standard one": { payload: "worker_id: int()," },
    "a payload column that differs in case only": { payload: "Status: int()," },
    "a payload column kept for an option": { payload: "dedupe_key: varchar(64)," },
    "a rename of what is no standard column": { options: 'fields: { stauts: "state" },' },
    "a rename to a bad name": { options: 'fields: { worker_id: "worker id" },' },
    "a rename to a name that is taken": { options: 'fields: { worker_id: "id" },' },
    "renamed, but declared under the old name": { options: 'fields: { claim_token: "owner" },' },
    "fields that are a list": { options: 'fields: ["status"],' },
  },
  columns: {
    "a text instead of a helper": { payload: 'user: "bigint",' },
    "a helper that does not exist": { payload: "user: q.bigInt()," },
    "a helper in other letters": { payload: "user: bigInt()," },
    "a length too many": { payload: "user: int(11)," },
    "no length": { payload: "user: varchar({ null: true })," },
    "a length that is no number": { payload: 'user: varchar("16"),' },
    "a length that is too large": { payload: "user: varchar(20_000)," },
    "an option that does not exist": { payload: "user: varchar(16, { nul: true })," },
    "an option of another helper": { payload: 'user: int({ mode: "number" }),' },
    "a type argument where there is none": { payload: "user: int<number>()," },
    "a column renamed from one that is still there": {
      payload: 'channel: varchar(16),\n    via: varchar(16, { renamedFrom: "Channel" }),',
    },
    "a column renamed from itself": { payload: 'via: varchar(16, { renamedFrom: "via" }),' },
    "a second column numbered by the server": { payload: "no: int({ autoIncrement: true })," },
    "more digits after the point than in all": { payload: "user: decimal(2, 4)," },
    "a collation of another character set": {
      payload: 'user: varchar(9, { charset: "ascii", collate: "utf8mb4_bin" }),',
    },
    "a default that is too large": { payload: "user: tinyint({ unsigned: true, default: 256 })," },
    "a default beyond exact numbers": { payload: "user: bigint({ default: 9007199254740993 })," },
    "a default of another type": { payload: "user: int({ default: 'x' })," },
    "a default that is too long": { payload: 'user: varchar(3, { default: "mail" }),' },
    "a default with an emoji": { payload: 'user: varchar(3, { default: "🚀" }),' },
    "a default NULL where there is none": { payload: "user: int({ default: null })," },
    "a default of JSON": { payload: 'user: json({ default: "{}" }),' },
    "a default of a text": { payload: 'user: text({ default: "" }),' },
    "a default that is no day": { payload: 'user: datetime({ default: "2026-02-30 00:00:00" }),' },
    "a default that is not one of the words": { payload: 'user: enumOf(["a"], { default: "b" }),' },
    "a word twice": { payload: 'user: enumOf(["a", "A"]),' },
    "no words": { payload: "user: enumOf([])," },
    "a comment that is too long": { payload: `user: int({ comment: "${"x".repeat(1_025)}" }),` },
    "one column twice in other letters": { payload: "user: int(), User: int()," },
    "a row that is too long": { payload: "a: varchar(16_383), b: varchar(16_383)," },
  },
  indexes: {
    "no index on status and id": { indexes: "" },
    "an index on status alone": { indexes: '  indexes: { idx_status: ["status"] },\n' },
    "status and id the wrong way round": { indexes: '  indexes: { idx_status_id: ["id", "status"] },\n' },
    "a column that does not exist": {
      indexes: '  indexes: { idx_status_id: ["status", "id"], idx_user: ["usr"] },\n',
      payload: "user: int(),",
    },
    "a typing error in the standard index": { indexes: '  indexes: { idx_status_id: ["statsu", "id"] },\n' },
    "a column twice": { indexes: '  indexes: { idx_status_id: ["status", "id"], idx_x: ["id", "id"] },\n' },
    "no columns": { indexes: '  indexes: { idx_status_id: ["status", "id"], idx_x: [] },\n' },
    "a JSON column": {
      indexes: '  indexes: { idx_status_id: ["status", "id"], idx_x: ["body"] },\n',
      payload: "body: json(),",
    },
    "too many bytes": {
      indexes: '  indexes: { idx_status_id: ["status", "id"], idx_x: ["name"] },\n',
      payload: "name: varchar(800),",
    },
    "one name twice in other letters": {
      indexes: '  indexes: { idx_status_id: ["status", "id"], IDX_STATUS_ID: ["id"] },\n',
    },
    "the name of the primary key": { indexes: '  indexes: { idx_status_id: ["status", "id"], PRIMARY: ["id"] },\n' },
    "the name of an index that is added": {
      indexes: '  indexes: { idx_status_id: ["status", "id"], idx_run_at: ["attempts"] },\n',
    },
    "an option that does not exist": {
      indexes: '  indexes: { idx_status_id: { columns: ["status", "id"], uniqe: true } },\n',
    },
    "a list": { indexes: '  indexes: ["status", "id"],\n' },
  },
  options: {
    "one that does not exist": { options: "retrys: { attempts: 5 }," },
    "one of a group that does not exist": { options: "claim: { leese: 5_000 }," },
    "one that stands elsewhere": { options: 'lease: "30s", delay: "15m",' },
    "a group that is no object": { options: 'claim: "30s",' },
    "no duration": { options: 'claim: { lease: "30 seconds" },' },
    "a lease that is too short": { options: 'claim: { lease: "4s" },' },
    "a lease of two heartbeats": { options: 'claim: { lease: "20s", heartbeat: "10s" },' },
    "a batch that is a word": { options: 'claim: { batch: "adaptiv" },' },
    "a batch of no row": { options: "claim: { batch: 0 }," },
    "a batch that is too large": { options: "claim: { batch: 5_000 }," },
    "attempts that are no whole number": { options: "retry: { attempts: 2.5 }," },
    "a backoff that is a duration": { options: 'retry: { backoff: "10s" },' },
    "a backoff with a misspelt option": { options: 'retry: { backoff: { frist: "10s", factor: 2, max: "1h" } },' },
    "a backoff of two shapes": { options: 'retry: { backoff: { first: "10s", delay: "1m" } },' },
    "a backoff with a wrong delay in its list": { options: 'retry: { backoff: { delays: ["10s", "1x"] } },' },
    "a backoff capped below its start": { options: 'retry: { backoff: { first: "2h", max: "1h" } },' },
    "a window that is longer than half of its frequency": {
      options: 'worker: { style: "window", frequency: "1m", maxRunTime: "50s" },',
    },
    "a window option in style loop": { options: 'worker: { frequency: "1m" },' },
    "a style that does not exist": { options: 'worker: { style: "daemon" },' },
    "a time-out that is too short": { options: "worker: { timeout: 50 }," },
    "an isolation that does not exist": { options: 'worker: { isolation: "thread" },' },
    "a memory limit that no child process has": { options: "worker: { maxMemoryMb: 256 }," },
    "a retention that is too short": { options: 'retention: { done: "1s" },' },
    "several at once": {
      name: '"No"',
      status: "",
      options: 'claim: { lease: 1 }, worker: { concurrency: 0, runType: "al" }, dedupe: "yes",',
    },
  },
  unreadable: {
    "one value, and the rest is judged": {
      options: "claim: { lease: process.env.LEASE }, worker: { concurrency: 0 },",
    },
    "a column, and its index is not missed": {
      payload: "user: column(),",
      indexes: '  indexes: { idx_status_id: ["status", "id"], idx_user: ["user"] },\n',
    },
    "all columns, and none is missed": { id: "    ...standardColumns(),\n", status: "", token: "", time: "" },
    "an index, and it is not missed": { indexes: '  indexes: { idx_status_id: [STATUS, "id"] },\n' },
    "a helper that is not imported": { payload: "price: float()," },
    "a payload type, and the rest is judged": {
      before: "interface Payload { a: 1 }",
      payload: "body: json<Payload>(), n: int(11),",
    },
    "behind tabs and wide characters": { payload: "\t/* 任务 🚀 */ user: varchar(16, { default: String(1) })," },
  },
};

for (const [group, members] of Object.entries(cases)) {
  test(`problems of ${group} are told with frame and hint`, async () => {
    const text = Object.entries(members).map(
      ([title, parts]) => `== ${title}\n${told({ "a.queue.ts": schema(parts) })}\n`,
    );
    await expect(text.join("\n")).toMatchFileSnapshot(`./fixtures/${group.replaceAll(" ", "-")}.txt`);
  });
}

test("queues are judged together: names, keys and tables belong to one of them", async () => {
  const files = {
    "a.queue.ts": schema({ name: '"order-timeout"', exported: "a" }),
    "b.queue.ts": schema({ name: '"order_timeout"', exported: "b", options: 'table: "other",' }),
    "c.queue.ts": schema({ name: '"third"', exported: "c", options: 'table: "ORDER_timeout_TASK",' }),
    "d.queue.ts": schema({ name: '"third"', exported: "d", options: 'table: "fourth",' }),
  };
  await expect(`${told(files)}\n`).toMatchFileSnapshot("./fixtures/together.txt");
});

test("problems of all files come in one run, sorted by place", () => {
  const files = {
    "z.queue.ts": schema({ name: '"Z"' }),
    "a.queue.ts": schema({ indexes: "", options: "claim: { lease: 1 }," }),
    "m.queue.ts": "export const = 1;",
  };
  const places = read(files).diagnostics.map(({ at, code }) => `${at?.file}:${at?.line} ${code}`);
  expect(places).toEqual([
    "a.queue.ts:4 require-status-id-index",
    "a.queue.ts:11 reclaim-threshold",
    "m.queue.ts:1 schema-syntax",
    "m.queue.ts:1 schema-syntax",
    "z.queue.ts:4 bad-queue-name",
  ]);
});

test("every diagnostic has a message, a hint and a place", () => {
  for (const members of Object.values(cases)) {
    for (const parts of Object.values(members)) {
      for (const diagnostic of read({ "a.queue.ts": schema(parts) }).diagnostics) {
        expect(diagnostic).toMatchObject({ message: expect.stringMatching(/[.:]$/), hint: expect.stringMatching(/./) });
        expect(diagnostic.at?.length).toBeGreaterThan(0);
      }
    }
  }
});

function read(files: Readonly<Record<string, string>>) {
  const all = new Map(Object.entries(files));
  const host: ReaderHost = { readFile: (path) => all.get(path), fileExists: (path) => all.has(path) };
  return readQueues([...all.keys()], host, modes);
}

function told(files: Readonly<Record<string, string>>): string {
  const { diagnostics, models } = read(files);
  return [
    ...diagnostics.map((diagnostic) => frame(diagnostic)),
    ...(diagnostics.length === 0 ? models.map(({ name }) => `fine: ${name}`) : []),
  ].join("\n");
}
