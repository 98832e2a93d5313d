import { existsSync, readdirSync, readFileSync } from "node:fs";
import { modesFor } from "@queuegen/modes";
import { type ReaderHost, readQueues } from "@queuegen/reader";
import { describe, expect, test } from "vitest";

const docs = new URL("../../../../docs/", import.meta.url);

/** Pages of what a declaration can be told: those whose examples are schemas. */
const pages = readdirSync(new URL("errors/", docs))
  .map((file) => ({ code: file.replace(/\.md$/, ""), text: readFileSync(new URL(`errors/${file}`, docs), "utf8") }))
  .filter(({ text }) => example(text, "Wrong") !== undefined);

describe.each(pages)("the page of $code", ({ code, text }) => {
  test("shows a schema that is wrong in this way and no other", () => {
    expect([...new Set(codesOf(example(text, "Wrong") ?? ""))]).toEqual([code]);
  });

  test("shows a schema that is right", () => {
    expect(codesOf(example(text, "Right") ?? "")).toEqual([]);
  });
});

test("every code that a wrong schema was told in the examples has its page", () => {
  const fixtures = new URL("./fixtures/", import.meta.url);
  const told = readdirSync(fixtures)
    .filter((file) => file.endsWith(".txt"))
    .flatMap((file) => [...readFileSync(new URL(file, fixtures), "utf8").matchAll(/^(?:error|warning) {2}(\S+)/gm)])
    .map(([, code]) => code);
  const missing = [...new Set(told)].filter(
    (code) => !existsSync(new URL(`errors/${code}.md`, docs)) && !existsSync(new URL(`rules/${code}.md`, docs)),
  );
  expect(told.length).toBeGreaterThan(50);
  expect(missing).toEqual([]);
});

function example(page: string, heading: string): string | undefined {
  return new RegExp(`^## ${heading}\\n\\n\`\`\`ts\\n([\\s\\S]*?)\`\`\``, "m").exec(page)?.[1];
}

/** Code that a page leaves out: the four columns, and helpers. */
const before = `import { bigint as b, int, text, tinyint, varchar } from "queuegen";
const standard = {
  id: b({ unsigned: true, autoIncrement: true }),
  status: tinyint({ unsigned: true, default: 0 }),
  claim_token: varchar(32, { null: true }),
  claim_time: int({ unsigned: true, null: true }),
};
const columns = standard;
const indexes = { idx_status_id: ["status", "id"] };
`;

/** An example is a whole file, or some of the options of a queue that is fine otherwise. */
function codesOf(code: string): readonly string[] {
  const options = ["columns", "indexes"].filter((name) => !code.includes(`${name}:`)).map((name) => `${name},\n`);
  const isFile = code.includes("export ");
  const source = isFile
    ? code
    : `import { defineQueue } from "queuegen";\nexport const q = defineQueue("q", {\n${options.join("")}${code}});\n`;
  const files = new Map([["a.queue.ts", before + source]]);
  const host: ReaderHost = { readFile: (path) => files.get(path), fileExists: (path) => files.has(path) };
  return readQueues([...files.keys()], host, modesFor("mysql57")).diagnostics.map((diagnostic) => diagnostic.code);
}
