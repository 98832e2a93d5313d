import { readFileSync } from "node:fs";
import ts from "typescript";
import { expect, test } from "vitest";
import { page, ROOT } from "./pages.js";

const runtime = page("docs/reference/runtime.md");
const source = (file: string): ts.SourceFile =>
  ts.createSourceFile(file, readFileSync(`${ROOT}packages/runtime/src/${file}`, "utf8"), ts.ScriptTarget.Latest, true);

/** Code spans in the first cells of the tables below a heading. */
function firstCells(heading: string): readonly string[] {
  const section = runtime.text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
  return [...section.matchAll(/^\| ((?:`[^`]+`(?:, )?)+) \|/gm)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`([a-zA-Z_]+)[^`]*`/g)].map(([, name = ""]) => name),
  );
}

/** Members of an interface, in their order. */
function membersOf(file: string, name: string): readonly string[] {
  const found = source(file).statements.find(
    (statement): statement is ts.InterfaceDeclaration =>
      ts.isInterfaceDeclaration(statement) && statement.name.text === name,
  );
  return found?.members.map((member) => member.name?.getText() ?? "") ?? [];
}

test("every event is documented, in its order, with what it carries", () => {
  expect(firstCells("Events").filter((name, index, all) => all.indexOf(name) === index)).toEqual(
    expect.arrayContaining([...membersOf("worker/events.ts", "WorkerEvents")]),
  );
});

test("every option of a worker, every method, every part of the context is documented", () => {
  const options = [
    ...membersOf("worker/worker.ts", "WorkerOptions"),
    ...membersOf("worker/limits/limits.ts", "RecycleLimits"),
    ...membersOf("run-worker.ts", "RunWorkerOptions"),
  ];
  expect([...firstCells("runWorker")].sort()).toEqual([...options].sort());
  expect(firstCells("createWorker")).toEqual([...membersOf("worker/worker.ts", "Worker")]);
  expect([...firstCells("Handler")].filter((name) => name !== "ctx").sort()).toEqual(
    [...membersOf("worker/context.ts", "JobContext")].sort(),
  );
  expect([...firstCells("Enqueue")].filter((name) => name !== "db")).toEqual([
    ...membersOf("producer/enqueue.ts", "EnqueueOptions"),
  ]);
});

test("every class of error is documented", () => {
  const classes = source("errors.ts").statements.filter(ts.isClassDeclaration);
  expect([...firstCells("Errors")].sort()).toEqual(classes.map(({ name }) => name?.text).sort());
});

test("every exit code is documented", () => {
  const [, codes = ""] = /const EXIT = \{([^}]+)\}/.exec(source("run-worker.ts").text) ?? [];
  const section = runtime.text.split("## Exit codes")[1]?.split("## ")[0] ?? "";
  const documented = [...section.matchAll(/^\| ([\d, ]+) \|/gm)].flatMap(([, cell = ""]) => cell.split(", "));
  expect(documented.sort()).toEqual([...codes.matchAll(/\d+/g)].map(([code]) => code).sort());
});
