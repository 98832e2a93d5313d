import { frame, type QueueModel } from "@queuegen/model";
import { modes } from "@queuegen/modes";
import { type ReaderHost, readQueues } from "@queuegen/reader";
import { describe, expect, test } from "vitest";
import { type SchemaParts, schema } from "./fixtures/schema.js";

function read(parts: SchemaParts): { readonly model: QueueModel | undefined; readonly problems: readonly string[] } {
  const files = new Map([["schemas/a.queue.ts", schema(parts)]]);
  const host: ReaderHost = { readFile: (path) => files.get(path), fileExists: (path) => files.has(path) };
  const { models, diagnostics } = readQueues([...files.keys()], host, modes);
  return { model: models[0], problems: diagnostics.map((diagnostic) => frame(diagnostic)) };
}

describe("a queue on a table of the application's", () => {
  const ADOPTED = {
    options: "adopted: true,",
    id: "    id: smallint(),\n",
    before: 'import { smallint } from "queuegen";',
  };

  test("takes any integer as its key, numbered by the server or not", () => {
    const { model, problems } = read(ADOPTED);
    expect(problems).toEqual([]);
    const key = model?.columns.find(({ field }) => field === "id");
    expect(key).toMatchObject({ type: { kind: "smallint", unsigned: false }, autoIncrement: false });
    expect(read({ ...ADOPTED, options: "" }).problems.join("\n")).toContain("`id` cannot be a smallint");
  });

  test("asks for nothing that an INSERT of the application's would have to write", () => {
    const { model } = read(ADOPTED);
    const needed = model?.columns.filter(
      ({ field, nullable, default: value }) =>
        field !== undefined && field !== "id" && !nullable && value === undefined,
    );
    expect(needed).toEqual([]);
  });

  test("deletes rows only where the schema says so", () => {
    expect(read(ADOPTED).model?.options.retention).toMatchObject({ onSuccess: "keep", done: null, dead: null });
    const said = read({ ...ADOPTED, options: 'adopted: true, retention: { done: "2d" },' });
    expect(said.model?.options.retention).toMatchObject({ done: 172_800_000, dead: null });
    expect(read({}).model?.options.retention).toMatchObject({ done: 604_800_000 });
  });

  test("says who writes a column that it does not", () => {
    const payload = 'total: int({ null: true, byServer: "generated" }), seen: datetime({ byServer: "update" }),';
    const { model, problems } = read({ ...ADOPTED, payload });
    expect(problems).toEqual([]);
    expect(model?.columns.slice(-2).map(({ byServer }) => byServer)).toEqual(["generated", "update"]);
    expect(read({ payload }).problems.join("\n")).toContain("`byServer` describes a column of an adopted table");
  });

  test("has no idempotency log, whose key its rows lack", () => {
    const { problems } = read({ ...ADOPTED, options: "adopted: true, once: true," });
    expect(problems.join("\n")).toContain("`once` does not work on an adopted table");
  });

  test("is no queue of its own where adopted is false", () => {
    expect(read({ options: "adopted: false," }).model).not.toHaveProperty("adopted");
  });
});
