import type { ColumnType, QueueModel } from "@queuegen/model";
import { describe, expect, it } from "vitest";
import { column, notify, settings } from "./fixtures.js";
import { planFiles } from "./plan-files.js";

const folder = "src/queues/generated/notify";

/** The example's queue on a table of the application's, whose keys the application may choose. */
function adopted(numbered: boolean, type?: ColumnType): ReadonlyMap<string, string> {
  const columns = [
    ...notify.columns.map((one) =>
      one.field === "id" ? { ...one, autoIncrement: numbered, type: type ?? one.type } : one,
    ),
    column("total", { kind: "int", unsigned: false }, { nullable: true, byServer: "generated" }),
    column("changed", { kind: "timestamp", precision: 0 }, { nullable: true, byServer: "update" }),
  ];
  const model: QueueModel = { ...notify, adopted: true, columns };
  return planFiles([model], settings);
}

describe("the files of an adopted queue", () => {
  const files = adopted(true);
  const consumer = files.get(`${folder}/consumer.ts`) ?? "";

  it("look for ids alone, and read a job after its claim", () => {
    const [fresh] = /^ {2}fresh: .*$/m.exec(consumer) ?? [""];
    expect(fresh).toContain("`SELECT CAST(id AS CHAR) AS job_id, attempts AS job_attempts FROM notify_task ");
    expect(consumer).toMatch(/^ {2}claimed: `SELECT \$\{JOB\} FROM /m);
    expect(consumer).toContain("\n      readBack: true,\n");
    expect(planFiles([notify], settings).get(`${folder}/consumer.ts`)).not.toContain("readBack");
  });

  it("leave the time of the last change as it is in every UPDATE", () => {
    const text = consumer + (files.get(`${folder}/reclaimer.ts`) ?? "");
    const updates = text.match(/`UPDATE [^`]*/g) ?? [];
    expect(updates.length).toBeGreaterThan(8);
    for (const update of updates) expect(update).toMatch(/ FORCE INDEX \(PRIMARY\)\s+SET changed = changed, /);
  });

  it("read what the server computes, and never write it", () => {
    const table = files.get(`${folder}/table.ts`) ?? "";
    expect(table).toContain("  total: Column<number | null, never, never>;");
    expect(/interface NotifyJob \{[^}]*\}/.exec(table)?.[0]).toContain("total: number | null;");
    expect(/interface NotifyNew \{[^}]*\}/.exec(table)?.[0]).not.toContain("total");
    expect(files.get(`${folder}/producer.ts`)).not.toContain("total");
  });

  it("tell the runtime of a key that is no integer, and look for its rows from the head", () => {
    const binary = adopted(false, { kind: "binary", length: 16 });
    const text = binary.get(`${folder}/consumer.ts`) ?? "";
    expect(text).toContain('\n      key: "bytes",\n');
    expect(text).toMatch(
      /^ {2}fresh: `SELECT LOWER\(HEX\(id\)\) AS job_id, .* WHERE status = 0 ORDER BY id LIMIT :limit`/m,
    );
    expect(binary.get(`${folder}/reclaimer.ts`)).toContain("status = 1 AND (:after IS NULL OR id > :after) AND");
    const table = binary.get(`${folder}/table.ts`) ?? "";
    expect(/interface NotifyJob \{[^}]*\}/.exec(table)?.[0]).toContain("  id: string;");
    expect(table).toContain('interface NotifyRow extends Omit<NotifyJob, "id"> {\n  id: Uint8Array;');
    expect(consumer).not.toContain("key: ");
    expect(files.get(`${folder}/table.ts`)).toContain("interface NotifyRow extends NotifyJob {");
  });

  it("have no producer where the application chooses the keys", () => {
    expect([...files.keys()]).toContain(`${folder}/producer.ts`);
    expect([...adopted(false).keys()]).not.toContain(`${folder}/producer.ts`);
  });
});
