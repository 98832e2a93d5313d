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
  const { byWord, always } = filed(checks, words);
  const scan = makeWordScan(words);
  const seen = new Set<number>();
  return (bytes, length = bytes.length) => {
    seen.clear();
    if (scan.scan(bytes, length, seen, decisive)) return bytes.subarray(0, length).includes(0) ? "binary" : "read";
    if (seen.size === 0 && always.length === 0) return "aside";
    if (seen.has(nul)) return "binary";
    // One character a byte: no decoding, and offsets do not matter here.
    let text: string | undefined;
    const matches = ({ words, patterns }: Check): boolean => {
      if (!words.every((list) => list.some((word) => seen.has(word)))) return false;
      text ??= bytes.toString("latin1", 0, length).toLowerCase();
      return patterns.every((pattern) => pattern.test(text ?? ""));
    };
    for (const word of seen) if (byWord[word]?.some(matches)) return "read";
    return always.some(matches) ? "read" : "aside";
  };
}

/** Most files hold common words only: a check waits for its rarest ones, by which it is filed. */
function filed(
  checks: readonly Check[],
  words: readonly string[],
): { readonly byWord: readonly (readonly Check[] | undefined)[]; readonly always: readonly Check[] } {
  const byWord: (Check[] | undefined)[] = new Array(words.length).fill(undefined);
  const shortest = (list: readonly number[]): number => Math.min(...list.map((word) => words[word]!.length));
  for (const check of checks) {
    const [rarest = []] = [...check.words].sort((a, b) => shortest(b) - shortest(a));
    for (const word of rarest) {
      byWord[word] ??= [];
      byWord[word].push(check);
    }
  }
  return { byWord, always: checks.filter((check) => check.words.length === 0) };
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
