import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { readSource } from "../read-source.js";
import { Cursor } from "../sql/cursor.js";
import { wrongPlaces } from "./fixtures/check-text.js";
import { codeSoup, mixedSoup, mutated, sqlSoup, unit } from "./fixtures/soup.js";
import { realTexts } from "./fixtures/texts.js";

afterEach(() => vi.restoreAllMocks());

/** The same inputs in every run of the suite; others by `QUEUEGEN_FUZZ_SEED`. */
const runs = (usual: number): { numRuns: number; seed: number } => ({
  numRuns: Number(process.env.QUEUEGEN_FUZZ_RUNS ?? usual),
  seed: Number(process.env.QUEUEGEN_FUZZ_SEED ?? 1),
});

const cases: readonly (readonly [title: string, text: fc.Arbitrary<string>, name: string, runs: number])[] = [
  ["words and marks of SQL in any order", sqlSoup, "x.sql", 400],
  ["words and marks of TypeScript in any order", codeSoup, "x.ts", 150],
  ["words and marks of TypeScript in any order, as JSX", codeSoup, "x.jsx", 80],
  ["SQL in ruins inside a program", mixedSoup, "x.ts", 200],
];

test.each(cases)(
  "%s are read and judged, and every place lies in the file",
  async (_title, texts, name, usual) => {
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        expect(await wrongPlaces(name, text)).toEqual([]);
      }),
      runs(usual),
    );
  },
  120_000,
);

test("real code and real statements with pieces deleted, doubled, exchanged, put in or cut off are read and judged", async () => {
  const texts = realTexts();
  expect(texts.length).toBeGreaterThan(200);
  await fc.assert(
    fc.asyncProperty(mutated(texts), async ({ name, text }) => {
      expect(await wrongPlaces(name, text)).toEqual([]);
    }),
    runs(250),
  );
}, 120_000);

test("whatever a text repeats, twice as much of it takes at most 2.3 times the steps", async () => {
  const steps = async (text: string): Promise<number> => {
    const counted = [
      vi.spyOn(Cursor.prototype, "peek"),
      vi.spyOn(Cursor.prototype, "after"),
      vi.spyOn(Cursor.prototype, "span"),
    ];
    await readSource("x.sql", text);
    const sum = counted.reduce((total, { mock }) => total + mock.calls.length, 0);
    vi.restoreAllMocks();
    return sum;
  };
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom("", "SELECT ", "UPDATE t SET ", "CREATE TABLE t (", "SELECT 1 FROM t WHERE "),
      unit,
      async (head, part) => {
        const [once, twice] = [await steps(head + part.repeat(300)), await steps(head + part.repeat(600))];
        expect(twice).toBeLessThanOrEqual(2.3 * once + 1_000);
      },
    ),
    runs(30),
  );
}, 120_000);
