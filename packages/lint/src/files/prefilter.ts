import type { Trigger } from "../rule.js";
import { neededWords } from "./needed-words.js";
import { makeWordScan } from "./word-scan.js";

/** `aside`: no rule can find anything in the file. `binary`: not text. */
export type Verdict = "read" | "aside" | "binary";

/** Judges the first `length` bytes. */
export type Prefilter = (bytes: Buffer, length?: number) => Verdict;

/** A trigger whose words all stand in the file somewhere is looked for in full. */
interface Check {
  /** Of each list one word must occur. */
  readonly words: readonly (readonly number[])[];
  readonly patterns: readonly RegExp[];
}

const NUL = "\0";

/**
 * One pass over the bytes finds the words without which no trigger matches; only where all words of a trigger are there,
 * its regular expressions are tried. `names` are words, table and model names among them, taken as they are.
 */
export function makePrefilter(triggers: readonly Trigger[], names: readonly string[]): Prefilter {
  const words = [...new Set(names.flatMap(spellings))];
  const decisive = words.length;
  const indexes = new Map<string, number>();
  const indexOf = (word: string): number => {
    const known = indexes.get(word) ?? words.push(word) - 1;
    indexes.set(word, known);
    return known;
  };
  const nul = indexOf(NUL);
  const checks = [...new Map(triggers.map((trigger) => [String(trigger), trigger])).values()].map((trigger) =>
    toCheck([trigger].flat(), indexOf),
  );
  const scan = makeWordScan(words);
  const seen = new Uint8Array(words.length);
  return (bytes, length = bytes.length) => {
    seen.fill(0);
    if (scan.scan(bytes, length, seen, decisive)) return bytes.subarray(0, length).includes(0) ? "binary" : "read";
    if (seen[nul] === 1) return "binary";
    const possible = checks.filter((check) => check.words.every((list) => list.some((word) => seen[word] === 1)));
    if (possible.length === 0) return "aside";
    // One character a byte: no decoding, and offsets do not matter here.
    const text = bytes.toString("latin1", 0, length).toLowerCase();
    return possible.some(({ patterns }) => patterns.every((pattern) => pattern.test(text))) ? "read" : "aside";
  };
}

function toCheck(sources: readonly string[], indexOf: (word: string) => number): Check {
  const words = sources.flatMap((source) => {
    const needed = neededWords(source);
    return needed === undefined ? [] : [needed.map(indexOf)];
  });
  // A plain word has been found as soon as it was seen.
  const patterns = sources.filter((source) => !/^[a-z ]+$/.test(source)).map((source) => new RegExp(source));
  return { words, patterns };
}

/** As bytes. Letters beyond ASCII are found as written, and in one case throughout. */
function spellings(name: string): readonly string[] {
  if (name === "") return [];
  return [name, name.toLowerCase(), name.toUpperCase()].map((spelling) =>
    Buffer.from(spelling, "utf8")
      .toString("latin1")
      .replace(/[A-Z]+/g, (letters) => letters.toLowerCase()),
  );
}
