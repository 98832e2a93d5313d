import { describe, expect, test } from "vitest";
import { plain, readValue } from "./fixtures/read-value.js";

describe("expressions that are read", () => {
  test.each<[string, unknown]>([
    ['"text"', "text"],
    ["'it\\'s \\u{1F680}'", "it's 🚀"],
    ["`plain`", "plain"],
    ["1_000", 1000],
    ["0x10", 16],
    ["1e3", 1000],
    ["18446744073709551615n", 18446744073709551615n],
    ["0xffn", 255n],
    ["-5", -5],
    ["-5n", -5n],
    ["+5", 5],
    ["2 * 60 * 1000", 120_000],
    ["(1 + 2) * 3 - 4 / 2 % 3", 7],
    ["2 ** 10", 1024],
    ["2n ** 64n - 1n", 18446744073709551615n],
    ['"a" + 1 + "b"', "a1b"],
    ['1 + 2 + "b"', "3b"],
    ['"30s" as const', "30s"],
    ['("30s" satisfies string)!', "30s"],
    ["<const>5", 5],
    ["true", true],
    ["null", null],
    ["[1, [2], ...[3, 4]]", [1, [2], 3, 4]],
    [
      "{ a: 1, 'b-c': 2, 3: 4, ['k' + 5]: 6 }",
      [
        ["a", 1],
        ["b-c", 2],
        ["3", 4],
        ["k5", 6],
      ],
    ],
    ["varchar(32, { null: true })", { helper: "varchar", args: [32, [["null", true]]] }],
    ["varchar(32, undefined)", { helper: "varchar", args: [32] }],
  ])("%s", (expression, expected) => {
    const { value, problems } = readValue(expression);
    expect(problems).toEqual([]);
    expect(plain(value)).toEqual(expected);
  });

  test("template strings with parts", () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text
    const { value } = readValue("`a${1 + 1}b${true}c${null}`");
    expect(plain(value)).toBe("a2btruecnull");
  });

  test("undefined leaves an option to its default", () => {
    expect(plain(readValue("{ a: undefined, b: 1 }").value)).toEqual([["b", 1]]);
  });
});

describe("objects", () => {
  test.each<[string, unknown]>([
    [
      "{ ...{ a: 1, b: 2 }, b: 3, c: 4 }",
      [
        ["a", 1],
        ["b", 3],
        ["c", 4],
      ],
    ],
    [
      "{ b: 3, ...{ a: 1, b: 2 } }",
      [
        ["b", 2],
        ["a", 1],
      ],
    ],
    ["{ a: 1, ...{ a: undefined } }", [["a", 1]]],
    ["{ a: 1, a: 2 }", [["a", 2]]],
  ])("%s is put together as at run time", (expression, expected) => {
    expect(plain(readValue(expression).value)).toEqual(expected);
  });

  test("keys of the prototype are data", () => {
    const { value, problems } = readValue("{ __proto__: { a: 1 }, constructor: 2, toString: 3 }");
    expect(problems).toEqual([]);
    expect(plain(value)).toEqual([
      ["__proto__", [["a", 1]]],
      ["constructor", 2],
      ["toString", 3],
    ]);
    expect(({} as { a?: number }).a).toBeUndefined();
  });

  test("shorthand properties and JSDoc come along", () => {
    const { value } = readValue("{\n/** How long. */\nlease }", { before: 'const lease = "5s";' });
    expect(value).toMatchObject({ entries: [{ key: "lease", doc: "How long.", value: { value: "5s" } }] });
  });
});

describe("names", () => {
  const before = `
    const seconds = 1000, lease = 30 * seconds;
    const limits = { lease, list: [1, "two"] as const } as const;
    enum Level { Low, High = 5, Higher, Sum = Low + High, Word = "w" }
    const enum Level2 { A = 1 << 0 }
    let changing = 1;
    const { taken } = { taken: 1 };
    function make() { return 1; }
    const first = second + 1, second = 2;
    const round = about, about = round;
  `;

  test.each<[string, unknown]>([
    ["lease", 30_000],
    ["limits.lease", 30_000],
    ['limits["lease"]', 30_000],
    ["limits.list[1]", "two"],
    ["Level.Low", 0],
    ["Level.Higher", 6],
    ["Level.Sum", 5],
    ['Level["Word"]', "w"],
    ["first", 3],
  ])("%s has its value", (expression, expected) => {
    const { value, problems } = readValue(expression, { before });
    expect(problems).toEqual([]);
    expect(plain(value)).toEqual(expected);
  });

  test("a value shows where it is used", () => {
    expect(readValue("lease", { before }).value?.at).toMatchObject({ line: 13, length: 5 });
  });

  test.each([
    ["changing", "schema-not-static schemas/q.queue.ts:13:40 changing"],
    ["taken", "schema-not-static schemas/q.queue.ts:13:40 taken"],
    ["make", "schema-not-static schemas/q.queue.ts:13:40 make"],
    ["unheard", "schema-not-static schemas/q.queue.ts:13:40 unheard"],
    ["undefined + 1", "schema-not-static schemas/q.queue.ts:13:40 undefined"],
    ["Level", "schema-not-static schemas/q.queue.ts:13:40 Level"],
    ["Level.Missing", "schema-not-static schemas/q.queue.ts:13:40 Level.Missing"],
    ["Level2.A", "schema-not-static schemas/q.queue.ts:6:29 1 << 0"],
    ["limits.missing", "schema-not-static schemas/q.queue.ts:13:40 limits.missing"],
    ["limits.list[9]", "schema-not-static schemas/q.queue.ts:13:40 limits.list[9]"],
    ["round", "schema-not-static schemas/q.queue.ts:11:34 round"],
  ])("%s is told where it stands", (expression, problem) => {
    const { value, problems } = readValue(expression, { before });
    expect(problems).toEqual([problem]);
    expect(plain(value)).toBe("unknown");
  });
});

describe("what would have to run is told, once, and the rest is still read", () => {
  test.each([
    "Date.now()",
    "process.env.LEASE",
    "new Date()",
    "() => 1",
    "Math.max(1, 2)",
    "1 > 2",
    "true ? 1 : 2",
    "null ?? 1",
    "typeof 1",
    "!true",
    "1 + true",
    "1n + 1",
    "1n / 0n",
    "2n ** 100000000n",
    "/a/",
    "this",
    "await 1",
    "class {}",
    "String.raw`a`",
    "[1, , 2]",
    "[...'ab']",
    "{ ...[1] }",
    "{ get a() { return 1 } }",
    "{ a() {} }",
    "{ [Symbol.iterator]: 1 }",
    '[defineQueue("r", {})]',
  ])("%s", (expression) => {
    const { problems } = readValue(`[${expression}, changing]`, { before: "let changing = 1;" });
    expect(problems).toHaveLength(2);
    expect(problems.every((problem) => problem.startsWith("schema-not-static schemas/q.queue.ts:3:"))).toBe(true);
  });

  test("an object is unknown as a whole only where its keys are", () => {
    expect(plain(readValue("{ a: now(), b: 1 }").value)).toEqual([
      ["a", "unknown"],
      ["b", 1],
    ]);
    expect(plain(readValue("{ ...now(), b: 1 }").value)).toBe("unknown");
  });

  test("consts that double a text come to an end", () => {
    const lines = Array.from({ length: 60 }, (_, i) => `const t${i + 1} = t${i} + t${i};`);
    const { problems } = readValue("t60", { before: ['const t0 = "x";', ...lines].join("\n") });
    expect(problems).toHaveLength(1);
  });

  test("consts that double a list come to an end", () => {
    const lines = Array.from({ length: 60 }, (_, i) => `const t${i + 1} = [...t${i}, ...t${i}];`);
    const { problems } = readValue("t60", { before: ["const t0 = [1];", ...lines].join("\n") });
    expect(problems).toHaveLength(1);
  });
});
