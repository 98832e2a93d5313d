import { readFileSync } from "node:fs";
import type { QueueModel } from "@queuegen/model";
import { describe, expect, it } from "vitest";
import { column, notify, reindex, settings } from "./fixtures.js";
import { planFiles } from "./plan-files.js";

const example = new URL("../../../generated-example/", import.meta.url);
const generated = "src/queues/generated";

/** The queue of the example with some options changed. */
function queue(
  changes: { [Group in keyof QueueModel["options"]]?: Partial<QueueModel["options"][Group]> | boolean },
): QueueModel {
  const { options } = notify;
  const groups = Object.entries(changes).map(([group, values]) => [
    group,
    typeof values === "object" ? { ...(options[group as keyof typeof options] as object), ...values } : values,
  ]);
  return { ...notify, options: { ...options, ...Object.fromEntries(groups) } };
}

function textOf(model: QueueModel, file: string, more: Partial<typeof settings> = {}): string {
  return planFiles([model], { ...settings, ...more }).get(`${generated}/${file}`) ?? "";
}

describe("the files of a queue", () => {
  const files = planFiles([notify, reindex], settings);

  it.each([...files.keys()].filter((path) => !path.endsWith(".sql")))("%s is the committed example", (path) => {
    expect(files.get(path)).toBe(readFileSync(new URL(path, example), "utf8"));
  });

  it("are sorted by path and the same in any order of queues", () => {
    const other = { ...notify, name: "a-b", key: "aB", pascal: "AB", table: "a_b" };
    const planned = [...planFiles([notify, other], settings)];
    expect(planned.map(([path]) => path)).toEqual([...planned.map(([path]) => path)].sort());
    expect([...planFiles([other, notify], settings)]).toEqual(planned);
  });

  it("stay near 80 lines for the consumer with its 15 statements, and none passes 100", () => {
    for (const [path, text] of planFiles([notify], settings)) expect(text.split("\n").length, path).toBeLessThan(100);
    expect(textOf(notify, "notify/consumer.ts").split("\n").length).toBeLessThanOrEqual(90);
  });

  it("do not exist without a queue", () => {
    expect([...planFiles([], settings)]).toEqual([]);
  });
});

describe("options of a queue in its statements", () => {
  it("attempts 0 never makes a failed job dead", () => {
    const consumer = textOf(queue({ retry: { attempts: 0 } }), "notify/consumer.ts");
    expect(consumer).toContain("without limit");
    expect(consumer).toContain("SET status = 5, finish_time = NULL, run_at =");
    expect(consumer).not.toContain("attempts >=");
    const reclaimer = textOf(queue({ retry: { attempts: 0 } }), "notify/reclaimer.ts");
    expect(reclaimer).toContain("const RECLAIM = `status = 0, finish_time = NULL,");
    expect(reclaimer).not.toContain("attempts >=");
  });

  it("with one attempt in all, a job that never began gets it back", () => {
    expect(textOf(queue({ retry: { attempts: 1 } }), "notify/reclaimer.ts")).toContain(
      "(start_time IS NULL AND attempts > 0)",
    );
    expect(textOf(notify, "notify/reclaimer.ts")).toContain("(start_time IS NULL AND attempts > 1)");
  });

  it("onSuccess delete removes the row under the same fence", () => {
    const consumer = textOf(queue({ retention: { onSuccess: "delete" } }), "notify/consumer.ts");
    expect(consumer).toMatch(
      /complete: `DELETE FROM notify_task\s+WHERE id IN \(:ids\) AND status = 1 AND claim_token IN \(:tokens\)`/,
    );
    expect(consumer).not.toContain("SET status = 2");
  });

  it("skipLocked locks the candidates, and the idle poll locks nothing", () => {
    const locked = textOf(queue({ claim: { skipLocked: true } }), "notify/consumer.ts");
    expect(locked.match(/FOR UPDATE SKIP LOCKED/g)).toHaveLength(2);
    expect(textOf(notify, "notify/consumer.ts")).not.toContain("SKIP LOCKED");
  });

  it("a dedupe key is written at enqueue, looked for before, and cleared on success only", () => {
    const base = queue({ dedupe: true });
    const deduped: QueueModel = {
      ...base,
      fields: { ...base.fields, dedupe_key: "dedupe_key" },
      columns: [
        ...base.columns.slice(0, 11),
        column("dedupe_key", { kind: "varchar", length: 191 }, { field: "dedupe_key", nullable: true }),
        ...base.columns.slice(11),
      ],
    };
    const producer = textOf(deduped, "notify/producer.ts");
    expect(producer).toContain("create_time, dedupe_key, user_id");
    expect(producer).toContain("FROM notify_task WHERE dedupe_key IN (:keys)");
    const consumer = textOf(deduped, "notify/consumer.ts");
    expect(consumer.match(/dedupe_key = NULL/g)).toHaveLength(1);
    expect(consumer).toContain("error_message = NULL, dedupe_key = NULL\n");
    expect(textOf(notify, "notify/producer.ts")).not.toContain("duplicates");
  });

  it("a queue with ctx.once writes a uid at enqueue, reads it last, and says how long its log lasts", () => {
    const base = queue({ once: true });
    const uid = column("uid", { kind: "char", length: 32 }, { field: "uid", default: "" });
    const once: QueueModel = { ...base, fields: { ...base.fields, uid: "uid" }, columns: [...base.columns, uid] };
    const producer = textOf(once, "notify/producer.ts");
    expect(producer).toContain("create_time, uid, user_id");
    expect(producer).toContain("\n  uid: true,\n");
    const consumer = textOf(once, "notify/consumer.ts");
    expect(consumer).toContain("CAST(payload AS CHAR) AS payload, uid AS job_uid`;");
    expect(consumer).toContain("\n      once: true,\n");
    expect(textOf(once, "notify/reclaimer.ts")).toContain("dead: null, once: 2_592_000_000 },");
    expect(textOf(once, "notify/table.ts")).toContain("  uid: Column<string, never, never>;");
    for (const file of ["producer", "consumer", "reclaimer"]) {
      expect(textOf(notify, `notify/${file}.ts`)).not.toMatch(/\bonce: |uid: true/);
    }
  });

  it("renamed and reserved names are used, quoted only where they must be", () => {
    const renamed: QueueModel = {
      ...notify,
      table: "order",
      fields: { ...notify.fields, status: "key" },
      columns: notify.columns.map((c) => (c.field === "status" ? { ...c, name: "key" } : c)),
      indexes: [
        { name: "by_key", columns: ["key", "id"], unique: false },
        { name: "idx_run_at", columns: ["run_at"], unique: false },
      ],
    };
    const consumer = textOf(renamed, "notify/consumer.ts");
    expect(consumer).toContain("FROM \\`order\\` FORCE INDEX (by_key) WHERE \\`key\\` = 0");
    expect(consumer).toContain('table: "order"');
    expect(textOf(renamed, "notify/table.ts")).toContain("  key: NotifyStatus;");
  });
});

describe("settings in the generated imports", () => {
  it.each([
    ["js", '"./table.js"', '"../../../../../schemas/notify.queue.js"'],
    ["ts", '"./table.ts"', '"../../../../../schemas/notify.queue.ts"'],
    ["none", '"./table"', '"../../../../../schemas/notify.queue"'],
  ] as const)("importExtension %s", (importExtension, sibling, schema) => {
    expect(textOf(notify, "notify/consumer.ts", { importExtension })).toContain(`from ${sibling};`);
    expect(textOf(notify, "notify/table.ts", { importExtension })).toContain(`from ${schema};`);
    expect(textOf(notify, "registry.ts", { importExtension })).toContain(`"./notify/consumer${sibling.slice(8, -1)}"`);
  });

  it("a database interface types the handler's transaction", () => {
    const consumer = textOf(notify, "notify/consumer.ts", { database: { file: "src/db.ts", name: "DB" } });
    expect(consumer).toContain('import type { Transaction } from "kysely";');
    expect(consumer).toContain('import type { DB } from "../../../db.js";');
    expect(consumer).toContain("NotifyHandler<Trx = Transaction<DB>>");
    expect(consumer).not.toContain("MysqlConnection");
  });
});

describe("words of the user in generated files", () => {
  const hostile = 'ends */ the comment; `tick` \u0024{x} "quote" \\ and\r\n  a second line\u2028third';
  const model: QueueModel = {
    ...notify,
    doc: hostile,
    columns: [...notify.columns, column("note", { kind: "varchar", length: 10 }, { doc: hostile })],
  };
  const table = textOf(model, "notify/table.ts");

  it("cannot end a comment", () => {
    const withoutComments = table.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\/\/.*$/gm, "");
    expect(withoutComments).not.toContain("tick");
    expect(withoutComments).not.toContain("second line");
  });

  it("keep their lines", () => {
    expect(table).toContain(
      '  /**\n   * ends *\\/ the comment; `tick` \u0024{x} "quote" \\ and\n   *   a second line\n   * third\n   */\n  note: ',
    );
  });
});

describe("payload types", () => {
  const json = (name: string, from: string, type = "Payload") =>
    column(name, { kind: "json", payload: { kind: "import", name: type, from, bare: false } });

  it("of one name from two modules, or of a name that the file declares, are told apart", () => {
    const model = {
      ...notify,
      columns: [json("a", "src/x.ts"), json("b", "src/y.ts"), json("c", "src/x.ts", "NotifyJob")],
    };
    const table = textOf(model, "notify/table.ts");
    expect(table).toContain('import type { NotifyJob as NotifyJobPayload, Payload } from "../../../x.js";');
    expect(table).toContain('import type { Payload as PayloadPayload } from "../../../y.js";');
    expect(table).toContain("  a: Payload;\n  b: PayloadPayload;\n  c: NotifyJobPayload;\n");
  });

  it("may be inline, from a package, or unknown", () => {
    const columns = [
      column("a", { kind: "json", payload: { kind: "inline", text: "{ title: string }[]" } }),
      column(
        "b",
        { kind: "json", payload: { kind: "import", name: "T", from: "pkg", bare: true } },
        { nullable: true },
      ),
      column("c", { kind: "json" }),
    ];
    const table = textOf({ ...notify, columns }, "notify/table.ts");
    expect(table).toContain('import type { T } from "pkg";');
    expect(table).toContain(
      "export interface NotifyNew {\n  // prettier-ignore\n  a: { title: string }[];\n  b?: T | null;\n  c: unknown;\n}",
    );
  });
});

describe("payload types around imported ones", () => {
  it("name them as the file imports them", () => {
    const item = { kind: "import", name: "NotifyJob", from: "src/x.ts", bare: false } as const;
    const page = { kind: "import", name: "Page", from: "pkg", bare: true } as const;
    const columns = [column("a", { kind: "json", payload: { kind: "composed", parts: [page, "<", item, ">"] } })];
    const table = textOf({ ...notify, columns }, "notify/table.ts");
    expect(table).toContain('import type { NotifyJob as NotifyJobPayload } from "../../../x.js";');
    expect(table).toContain('import type { Page } from "pkg";');
    expect(table).toContain("  // prettier-ignore\n  a: Page<NotifyJobPayload>;\n");
  });
});

describe("templates", () => {
  it("that ask for what a view does not have fail by name, not with an empty string", () => {
    const templates = { ...settings.templates, "claim/table.ts": "{{nothing}}" };
    expect(() => planFiles([notify], { ...settings, templates })).toThrow(
      /Template "claim\/table\.ts" failed for queue "notify": .*nothing/,
    );
  });

  it("of the user replace ours", () => {
    const templates = { ...settings.templates, "claim/table.ts": "// {{pascal}}\n" };
    expect(textOf(notify, "notify/table.ts", { templates })).toMatch(/\n\/\/ Notify\n$/);
  });
});
