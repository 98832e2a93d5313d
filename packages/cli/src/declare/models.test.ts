import { frame, indexOn, type QueueModel } from "@queuegen/model";
import { modes } from "@queuegen/modes";
import { type ReaderHost, readQueues } from "@queuegen/reader";
import { describe, expect, test } from "vitest";
import { type SchemaParts, schema } from "./fixtures/schema.js";

function model(parts: SchemaParts): QueueModel {
  const files = new Map([["schemas/a.queue.ts", schema(parts)]]);
  const host: ReaderHost = { readFile: (path) => files.get(path), fileExists: (path) => files.has(path) };
  const { models, diagnostics } = readQueues([...files.keys()], host, modes);
  expect(diagnostics.map((diagnostic) => frame(diagnostic))).toEqual([]);
  const [only] = models;
  if (!only) throw new Error("no model");
  return only;
}

const column = (queue: QueueModel, name: string) => queue.columns.find((candidate) => candidate.name === name);

describe("names", () => {
  test("follow from the queue's", () => {
    expect(model({ name: '"order-timeout"', exported: "late" })).toMatchObject({
      name: "order-timeout",
      key: "orderTimeout",
      pascal: "OrderTimeout",
      table: "order_timeout_task",
      file: "schemas/a.queue.ts",
      exportName: "late",
    });
  });

  test("reserved words are fine in the database", () => {
    const queue = model({
      options: 'table: "order",',
      payload: "key: int(), rank: int(),",
      indexes: '  indexes: { idx_status_id: ["status", "id"], group: ["key", "rank"] },\n',
    });
    expect(queue.table).toBe("order");
    expect(queue.indexes.map(({ name }) => name)).toContain("group");
  });
});

describe("columns", () => {
  const standard =
    "id status claim_token claim_time worker_id attempts create_time start_time finish_time run_at error_message".split(
      " ",
    );

  test("are the standard ones in the order of the protocol, then the payload as declared", () => {
    const queue = model({ payload: "zeta: int(), attempts: int({ unsigned: true, default: 0 }), alpha: int()," });
    expect(queue.columns.map(({ name }) => name)).toEqual([...standard, "zeta", "alpha"]);
    expect(queue.columns.map(({ field }) => field)).toEqual([...standard, undefined, undefined]);
  });

  test("dedupe adds its column and its unique index", () => {
    const queue = model({ options: "dedupe: true," });
    expect(column(queue, "dedupe_key")).toMatchObject({ field: "dedupe_key", nullable: true });
    expect(indexOn(queue, ["dedupe_key"])).toEqual({ name: "uniq_dedupe_key", columns: ["dedupe_key"], unique: true });
  });

  test("once adds the uid, which may have another name where the payload has one already", () => {
    const queue = model({ options: 'once: true, fields: { uid: "job_uid" },', payload: "uid: int()," });
    expect(column(queue, "job_uid")).toMatchObject({ field: "uid", nullable: false, default: "" });
    expect(column(queue, "uid")).toMatchObject({ field: undefined, type: { kind: "int" } });
    expect(column(model({ payload: "uid: int()," }), "uid")).toMatchObject({ field: undefined });
  });

  test("a standard column may be retyped and documented", () => {
    const queue = model({
      id: "    /** The order. */\n    id: int({ autoIncrement: true }),\n",
      payload: 'worker_id: varchar(128, { null: true, comment: "host" }),',
    });
    expect(column(queue, "id")).toMatchObject({
      type: { kind: "int", unsigned: false },
      doc: "The order.",
      comment: "The order.",
    });
    expect(column(queue, "worker_id")).toMatchObject({ type: { kind: "varchar", length: 128 }, comment: "host" });
  });

  test("a token is compared byte by byte unless the schema says otherwise", () => {
    const type = (token: string) => column(model({ token: `    claim_token: ${token},\n` }), "claim_token")?.type;
    expect(type("varchar(40, { null: true })")).toEqual({
      kind: "varchar",
      length: 40,
      charset: "ascii",
      collate: "ascii_bin",
    });
    expect(type('char(32, { null: true, charset: "latin1" })')).toEqual({
      kind: "char",
      length: 32,
      charset: "latin1",
    });
  });

  test("a renamed standard column leaves its name to the payload", () => {
    const queue = model({
      status: "    queue_status: tinyint({ unsigned: true, default: 0 }),\n",
      payload: "status: int(),",
      indexes: '  indexes: { by_state: ["queue_status", "id"] },\n',
      options: 'fields: { status: "queue_status", run_at: "due_at" },',
    });
    expect(queue.fields).toMatchObject({ status: "queue_status", run_at: "due_at", id: "id" });
    expect(column(queue, "queue_status")?.field).toBe("status");
    expect(column(queue, "status")?.field).toBeUndefined();
    expect(indexOn(queue, ["status", "id"])?.name).toBe("by_state");
    expect(indexOn(queue, ["run_at"])).toEqual({ name: "idx_run_at", columns: ["due_at"], unique: false });
  });

  test("a column may say what it was called before, a standard one as well", () => {
    const queue = model({
      options: 'fields: { worker_id: "owner" },',
      payload:
        'via: varchar(16, { renamedFrom: "channel" }), owner: varchar(64, { null: true, renamedFrom: "worker_id" }),',
    });
    expect(column(queue, "via")?.renamedFrom).toBe("channel");
    expect(column(queue, "owner")?.renamedFrom).toBe("worker_id");
    expect(column(queue, "status")).not.toHaveProperty("renamedFrom");
  });

  test("JSDoc becomes the SQL comment, its first paragraph on one line", () => {
    const queue = model({ payload: "/**\n * Who gets\n * it.\n *\n * More.\n */\n    user: int()," });
    expect(column(queue, "user")).toMatchObject({ comment: "Who gets it.", doc: "Who gets\nit.\n\nMore." });
  });
});

describe("options", () => {
  test("left out are all there with their defaults", () => {
    expect(model({}).options).toEqual({
      claim: { batch: "adaptive", lease: 30_000, heartbeat: 10_000, skipLocked: false },
      retry: { attempts: 5, backoff: { kind: "exponential", first: 10_000, factor: 2, max: 3_600_000, jitter: 0.1 } },
      dedupe: false,
      once: false,
      retention: { onSuccess: "keep", done: 604_800_000, dead: null, once: 2_592_000_000, runLog: 604_800_000 },
      worker: {
        style: "loop",
        concurrency: 10,
        maxConcurrency: 100,
        weight: 1,
        frequency: null,
        maxRunTime: null,
        runType: "all",
        runLog: false,
        maintenance: "auto",
        timeout: null,
        isolation: "none",
        maxMemoryMb: null,
      },
    });
  });

  test.each<[string, object]>([
    ['claim: { lease: "1m" },', { claim: { lease: 60_000, heartbeat: 20_000 } }],
    ["claim: { batch: 20 },", { claim: { batch: 20 } }],
    [
      'retry: { backoff: { first: "2h" } },',
      { retry: { backoff: { kind: "exponential", first: 7_200_000, max: 7_200_000 } } },
    ],
    [
      'retry: { backoff: { delays: ["1s", 5] } },',
      { retry: { backoff: { kind: "list", delays: [1_000, 5], jitter: 0.1 } } },
    ],
    ["retry: { backoff: { delay: 5, jitter: 0 } },", { retry: { backoff: { kind: "fixed", delay: 5, jitter: 0 } } }],
    ["retention: { done: null },", { retention: { done: null } }],
    ['worker: { style: "window" },', { worker: { frequency: 60_000, maxRunTime: 30_000 } }],
    ['worker: { style: "window", frequency: "10s" },', { worker: { frequency: 10_000, maxRunTime: 5_000 } }],
  ])("%s", (options, expected) => {
    expect(model({ options }).options).toMatchObject(expected);
  });
});

test("a model is frozen through and through", () => {
  const queue = model({ payload: 'channel: enumOf(["mail", "sms"]),' });
  for (const part of [
    queue,
    queue.columns,
    queue.columns[0],
    queue.columns.at(-1)?.type,
    queue.indexes[0]?.columns,
    queue.options.claim,
  ]) {
    expect(Object.isFrozen(part)).toBe(true);
  }
});

test("no spoilt schema crashes the reader, and every place that it tells is in the file", () => {
  const whole = schema({
    payload: 'body: json<{ a: 1 }>(), "name": varchar(16, { default: `x` }),',
    options: "retry: { attempts: 1 + 2 },",
  });
  const scraps = [
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "`",
    "${",
    '"',
    "...",
    ",",
    ":",
    "=>",
    "@",
    "\u0000",
    "\uD800",
    "🚀",
    "\r\n",
    " as ",
    "n",
    "-",
  ];
  // A fixed seed: what fails once fails again.
  let seed = 20_260_101;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let round = 0; round < 400; round++) {
    const at = random(whole.length);
    const text = whole.slice(0, at) + scraps[random(scraps.length)] + whole.slice(at + random(12));
    const host: ReaderHost = {
      readFile: (path) => (path === "a.queue.ts" ? text : undefined),
      fileExists: () => false,
    };
    const lines = text.split(/\r\n|[\r\n\u2028\u2029]/);
    for (const diagnostic of readQueues(["a.queue.ts"], host, modes).diagnostics) {
      expect(frame(diagnostic)).toContain(diagnostic.code);
      expect(lines[(diagnostic.at?.line ?? 0) - 1]).toBe(diagnostic.at?.lineText);
      expect(diagnostic.at?.column).toBeLessThanOrEqual((diagnostic.at?.lineText.length ?? 0) + 1);
    }
  }
});
