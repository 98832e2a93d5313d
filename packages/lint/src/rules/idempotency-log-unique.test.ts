import { describe, expect, it } from "vitest";
import { lintText, printed } from "./fixtures.js";

describe("idempotency-log-unique", () => {
  it.each([
    ["a log without a unique key", "CREATE TABLE idempotency_log (id int PRIMARY KEY, task_id int, KEY k (task_id));"],
    [
      "a name that is only likely: a warning",
      "CREATE TABLE processed_messages (id int PRIMARY KEY, message_id varchar(64));",
    ],
    [
      "a unique key that is dropped later",
      `CREATE TABLE idempotent_task (task_id int, UNIQUE KEY u (task_id));
DROP INDEX u ON idempotent_task;`,
    ],
  ])("finds %s", async (_name, code) => {
    expect(await printed("idempotency-log-unique", code, "x.sql")).toMatchSnapshot();
  });

  it.each([
    "CREATE TABLE idempotency_log (task_id int PRIMARY KEY);",
    "CREATE TABLE idempotency_log (id int PRIMARY KEY, task_id int UNIQUE);",
    "CREATE TABLE idempotency_log (id int PRIMARY KEY, consumer varchar(64), message_id varchar(64), UNIQUE KEY u (consumer, message_id));",
    `CREATE TABLE idempotency_log (id int PRIMARY KEY, task_id int);
CREATE UNIQUE INDEX u ON idempotency_log (task_id);`,
    "CREATE TABLE processed_images (id int PRIMARY KEY, image_id int);",
    "CREATE TABLE task_log (id int PRIMARY KEY, task_id int);",
    "ALTER TABLE idempotency_log ADD COLUMN task_id int;",
  ])("finds nothing in %s", async (code) => {
    expect(await lintText(code, "x.sql")).toEqual([]);
  });
});
