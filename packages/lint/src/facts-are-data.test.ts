import { readdirSync, readFileSync } from "node:fs";
import { deserialize, serialize } from "node:v8";
import { beforeAll, expect, it } from "vitest";
import { judge } from "./judge.js";
import { type ReadSource, readSource } from "./read-source.js";
import { DEFAULT_SETTINGS } from "./settings.js";

const folder = new URL("../../../docs/rules/", import.meta.url);

/** Every piece of code in the pages of the rules. */
const examples = readdirSync(folder).flatMap((page) =>
  [...readFileSync(new URL(page, folder), "utf8").matchAll(/```(ts|sql)\n([\s\S]*?)```/g)].map(
    ([, ending = "", code = ""], index) => ({ path: `${page}-${index}.${ending}`, code }),
  ),
);

let read: readonly ReadSource[];
// Loads the compiler, which takes a while on a busy machine.
beforeAll(async () => {
  read = await Promise.all(examples.map(({ path, code }) => readSource(path, code)));
}, 120_000);

/** What is kept between runs: no functions, no classes of our own, no nodes of the compiler. */
it("what a file came to can be kept and judged like new", { timeout: 120_000 }, () => {
  expect(read.length).toBeGreaterThan(100);
  for (const one of read) expect(deserialize(serialize(one))).toStrictEqual(one);
  const told = (files: readonly ReadSource[]) =>
    judge(
      files.map(({ facts }) => facts),
      DEFAULT_SETTINGS,
    ).findings.map(({ code, at, message }) => `${at.file}:${at.line}:${at.column} ${code} ${message}`);
  expect(told(read.map((one) => deserialize(serialize(one)) as ReadSource))).toEqual(told(read));
});
