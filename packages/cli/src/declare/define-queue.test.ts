import { columnHelpers } from "@queuegen/model";
import { expect, test } from "vitest";
import * as queuegen from "../index.js";
import { bigint, datetime, defineQueue, enumOf, int, json, type QueueDeclaration, tinyint, varchar } from "../index.js";

const columns = {
  id: bigint({ unsigned: true, autoIncrement: true }),
  status: tinyint({ unsigned: true, default: 0 }),
  claim_token: varchar(32, { null: true }),
  claim_time: int({ unsigned: true, null: true }),
};

test("a declaration is an opaque, frozen object", () => {
  const queue: QueueDeclaration = defineQueue("notify", { columns });
  expect(Object.isFrozen(queue)).toBe(true);
  expect(Object.keys(queue)).toEqual([]);
});

test("every column helper of the model can be imported, and nothing else but defineQueue", () => {
  const { defineQueue: _, ...helpers } = queuegen;
  expect(Object.keys(helpers).sort()).toEqual(Object.keys(columnHelpers).sort());
});

// What follows is checked by the type checker; running it proves that nothing throws.
test("the types take what the reader takes", () => {
  defineQueue("order-timeout", {
    table: "orders",
    mode: "claim",
    columns: {
      ...columns,
      big: bigint({ mode: "bigint", default: 10n }),
      channel: enumOf(["mail", "sms"], { default: "sms", comment: "how" }),
      payload: json<{ title: string }>({ null: true }),
      at: datetime({ precision: 3, default: "CURRENT_TIMESTAMP" }),
      moment: datetime({ default: "2026-12-31 08:30:00" }),
    },
    fields: { worker_id: "node" },
    indexes: { idx_status_id: ["status", "id"], idx_node: { columns: ["node", "run_at"], unique: false } },
    claim: { batch: "adaptive", lease: "1m", heartbeat: 5_000, skipLocked: true },
    retry: { attempts: 3, backoff: { delays: ["10s", 60_000], jitter: 0.5 } },
    dedupe: true,
    retention: { onSuccess: "delete", done: null, dead: "30d" },
    worker: { style: "window", frequency: "1m", maxRunTime: "20s", concurrency: 4, runType: "auto" },
  });
});

test("the types refuse what the reader refuses", () => {
  // @ts-expect-error an option that does not exist
  defineQueue("a", { columns, leese: "30s" });
  // @ts-expect-error an option of a group that does not exist
  defineQueue("a", { columns, claim: { leese: "30s" } });
  // @ts-expect-error no duration
  defineQueue("a", { columns, claim: { lease: "30 seconds" } });
  // @ts-expect-error two shapes of a backoff at once
  defineQueue("a", { columns, retry: { backoff: { first: "1s", delay: "1s", delays: ["1s"], factor: "2" } } });
  // @ts-expect-error no such mode
  defineQueue("a", { columns, mode: "cursr" });
  // @ts-expect-error no such column
  defineQueue("a", { columns, indexes: { idx_x: ["user"] } });
  // @ts-expect-error no such standard column
  defineQueue("a", { columns, fields: { state: "x" } });
  // @ts-expect-error a column is made by a helper
  defineQueue("a", { columns: { id: "bigint" } });
  // @ts-expect-error columns are needed
  defineQueue("a", {});
  // @ts-expect-error a varchar has a length
  varchar({ null: true });
  // @ts-expect-error an int has no length
  int(11);
  // @ts-expect-error MySQL 5.7 gives a JSON column no default
  json({ default: "{}" });
  // @ts-expect-error not one of the words
  enumOf(["mail", "sms"], { default: "fax" });
  // @ts-expect-error only a 64-bit integer has a mode
  int({ mode: "string" });
});
