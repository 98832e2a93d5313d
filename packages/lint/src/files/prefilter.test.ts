import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RULES } from "../rules/index.js";
import { neededWords } from "./needed-words.js";
import { makePrefilter } from "./prefilter.js";
import { makeWordScan } from "./word-scan.js";

const letters = fc.string({ unit: fc.constantFrom(..."abAB_\0é".split("")), maxLength: 24 });
const words = fc.uniqueArray(
  fc.string({ unit: fc.constantFrom("a", "b", "_", "\0", "\xc3"), minLength: 1, maxLength: 4 }),
  { minLength: 1, maxLength: 8 },
);

describe("the scan for words", () => {
  it("finds each word that is there, in any case of the bytes, and no other", () => {
    fc.assert(
      fc.property(words, letters, (list, text) => {
        const bytes = Buffer.from(text, "utf8");
        const seen = new Set<number>();
        expect(makeWordScan(list).scan(bytes, bytes.length, seen, 0)).toBe(false);
        const lower = bytes.toString("latin1").replace(/[A-Z]/g, (letter) => letter.toLowerCase());
        expect(list.map((_, index) => seen.has(index))).toEqual(list.map((word) => lower.includes(word)));
      }),
    );
  });

  it("ends at a word that decides, and takes no byte beyond the length", () => {
    const scan = makeWordScan(["task", "or"]);
    const bytes = Buffer.from("for a task");
    const at = (length: number, decisive: number) => scan.scan(bytes, length, new Set(), decisive);
    expect(at(bytes.length, 1)).toBe(true);
    expect(at(bytes.length - 1, 1)).toBe(false);
    expect(at(3, 2)).toBe(true);
  });
});

describe("the words that a match cannot do without", () => {
  it.each([
    [String.raw`\bfor\s+(?:update|share)\b`, ["update", "share"]],
    [String.raw`\bfor(?:update|share)\b`, ["forupdate", "forshare"]],
    [String.raw`\bskip\s*_?locked\b`, ["locked", "_locked"]],
    [String.raw`\.save\(|\.update(?:many)?\(`, [".save(", ".update(", ".updatemany("]],
    [String.raw`(?<!math\.)\brand(?:om)?\s*\(`, ["rand", "random"]],
    [String.raw`[\w)]\s*%\s*[\d?]`, ["%"]],
    ["a{2,3}bcd[_-]?x", ["bcd"]],
    [String.raw`\x60status\x60`, ["`status`"]],
    ["where", ["where"]],
    ["\\d+", undefined],
    ["a|\\d", undefined],
    ["(?:abc)*", undefined],
    ["(?:abc)?", undefined],
    ["naïve", undefined],
  ])("of %s are %s", (source, expected) => {
    expect(neededWords(source)).toEqual(expected);
  });
});

const TRIGGERS = RULES.flatMap((rule) => rule.meta.triggers);

describe("the prefilter", () => {
  /** As it is meant: every expression tried on every text. */
  const plainly = (text: string) =>
    TRIGGERS.some((trigger) => [trigger].flat().every((source) => new RegExp(source).test(text.toLowerCase())));
  const pieces = [
    ...TRIGGERS.flat().flatMap((source) => neededWords(source) ?? []),
    ...[" ", " ", "(", "%", " ? ", ":", ".", "'", '"', "\n", "4", "FOR ", "Create ", "x"],
  ];

  it("lets a text through exactly if a trigger matches it", () => {
    const judge = makePrefilter(TRIGGERS, []);
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (parts) => {
        const text = parts.join("");
        expect([text, judge(Buffer.from(text))]).toEqual([text, plainly(text) ? "read" : "aside"]);
      }),
      { numRuns: 500 },
    );
  });

  it("can put aside a file for each trigger of a rule without trying its expressions", () => {
    const slow = TRIGGERS.filter((trigger) =>
      [trigger].flat().every((source) => (neededWords(source) ?? [""]).some((word) => word.length < 3)),
    );
    // Add a word that must stand in the file as well: ["where", "<your expression>"].
    expect(slow).toEqual([]);
  });

  it("finds names in any case, beyond ASCII as written or in one case throughout", () => {
    const judge = makePrefilter([], ["Notify_Task", "Tâche"]);
    const verdict = (text: string) => judge(Buffer.from(text));
    expect(["x NOTIFY_TASK", "notify_taskx", "tâche", "TÂCHE", "Tâche"].map(verdict)).toEqual(Array(5).fill("read"));
    expect(["notify task", "tache", ""].map(verdict)).toEqual(Array(3).fill("aside"));
  });

  it("tells what is not text, whatever else stands there", () => {
    const judge = makePrefilter(["where"], ["notify_task"]);
    expect(["notify_task\0", "\0where", "\0"].map((text) => judge(Buffer.from(text)))).toEqual(Array(3).fill("binary"));
  });
});
