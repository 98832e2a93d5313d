import { describe, expect, it } from "vitest";
import { lintText, printed } from "./fixtures.js";

describe("no-read-then-save", () => {
  it.each([
    [
      "an entity that saves itself",
      'async function take() {\n  const job = await Job.findOne({ where: { state: "new" } });\n  job.state = JobState.RUNNING;\n  await job.save();\n}',
    ],
    [
      "a statement by id",
      'async function take(db) {\n  const job = await db.selectFrom("job").selectAll().where("status", "=", "pending").limit(1).executeTakeFirst();\n  await db.updateTable("job").set({ status: "running" }).where("id", "=", job.id).execute();\n}',
    ],
  ])("finds %s", async (_name, code) => {
    expect(await printed("no-read-then-save", code)).toMatchSnapshot();
  });

  it.each([
    'async function take() {\n  const job = await Job.findOne({ where: { state: "new" } });\n  await Job.update({ state: "running" }, { where: { id: job.id, state: "new" } });\n}',
    'async function confirm() {\n  const order = await Order.findOne({ where: { status: "pending" } });\n  order.status = "confirmed";\n  await order.save();\n}',
    `async function take(conn) {
  await conn.beginTransaction();
  const [rows] = await conn.query("SELECT id FROM job WHERE status = 'pending' LIMIT 1 FOR UPDATE");
  await conn.query("UPDATE job SET status = 'running' WHERE id = ?", [rows[0].id]);
  await conn.commit();
}`,
  ])("finds nothing in %s", async (code) => {
    expect(await lintText(code)).toEqual([]);
  });
});
