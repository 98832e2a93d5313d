// biome-ignore-all lint/suspicious/noTemplateCurlyInString: pieces of code
import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, it } from "vitest";
import { judge } from "./judge.js";
import { readSource } from "./read-source.js";
import { DEFAULT_SETTINGS } from "./settings.js";

const samples = new URL("../../../test/fixtures/lint/found/", import.meta.url);
const texts = readdirSync(samples).map((name) => ({ name, text: readFileSync(new URL(name, samples), "utf8") }));

it("no mutation of real code makes the linter throw, and every place lies in the file", async () => {
  const mutation = fc.record({
    file: fc.integer({ min: 0, max: texts.length - 1 }),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.integer({ min: 0, max: 30 }),
    text: fc.constantFrom(
      "",
      "(",
      ")",
      "`",
      "${",
      "'",
      '"',
      ";",
      "\n",
      "FOR UPDATE",
      "await ",
      "=>",
      "{",
      "}",
      "[",
      ",",
      "/*",
      "--",
      "\u{1F600}",
    ),
  });
  await fc.assert(
    fc.asyncProperty(mutation, async ({ file, at, length, text }) => {
      const { name, text: whole } = texts[file]!;
      const start = Math.floor(at * whole.length);
      const mutated = whole.slice(0, start) + text + whole.slice(start + length);
      const { facts } = await readSource(name, mutated);
      const lines = mutated.split("\n").length;
      for (const finding of judge([facts], DEFAULT_SETTINGS).findings) {
        expect(finding.at.line).toBeLessThanOrEqual(lines);
        expect(finding.end.line).toBeGreaterThanOrEqual(finding.at.line);
      }
    }),
    { numRuns: 200, seed: 1 },
  );
}, 60_000);

it("any text is read as SQL and as TypeScript", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: "binary", maxLength: 200 }), async (text) => {
      judge([(await readSource("x.sql", text)).facts, (await readSource("x.ts", text)).facts], DEFAULT_SETTINGS);
    }),
    { numRuns: 200, seed: 1 },
  );
}, 60_000);

const redisTexts = texts.filter(({ name }) => name.startsWith("redis-"));
const REDIS_PIECES = [
  "redis.rpop(",
  'await redis.zrem("jobs", job);',
  ".multi()",
  ".exec()",
  'redis.call("ZADD", ',
  "['XADD', ...args]",
  "...",
  "{ LIMIT: ",
  "`${`${",
  "continue; ",
  "try { ",
  "} catch { ",
  "=> ",
  "switch (x) { case ",
  "setTimeout(work, ",
];

it("no mutation of code on Redis makes the linter throw, and every place lies in the file", async () => {
  const mutation = fc.record({
    file: fc.integer({ min: 0, max: redisTexts.length - 1 }),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.integer({ min: 0, max: 60 }),
    text: fc.constantFrom(...REDIS_PIECES),
  });
  await fc.assert(
    fc.asyncProperty(mutation, async ({ file, at, length, text }) => {
      const { name, text: whole } = redisTexts[file]!;
      const start = Math.floor(at * whole.length);
      const mutated = whole.slice(0, start) + text + whole.slice(start + length);
      const { facts } = await readSource(name, mutated);
      const lines = mutated.split("\n").length;
      for (const finding of judge([facts], DEFAULT_SETTINGS).findings) {
        expect(finding.at.line).toBeLessThanOrEqual(lines);
        expect(finding.end.line).toBeGreaterThanOrEqual(finding.at.line);
      }
    }),
    { numRuns: 200, seed: 1 },
  );
}, 60_000);
