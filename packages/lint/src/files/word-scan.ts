/** Looks for many words at once. Its cost depends on the bytes, not on the number of words. */
export interface WordScan {
  /**
   * Adds to `seen` the indexes of the words that occur in the first `length` bytes, each once. Ends early, with true, at
   * the first word below `decisive`: what comes after it may be missing.
   */
  scan(bytes: Uint8Array, length: number, seen: Set<number>, decisive: number): boolean;
}

/** Words in lower case ASCII, or bytes in latin1; letters of the bytes are taken in any case. No word is empty. */
export function makeWordScan(words: readonly string[]): WordScan {
  const { classes, count } = classesOf(words);
  const { next, ends } = automaton(words, classes, count);
  const longest = Math.max(1, ...words.map((word) => word.length));
  const mark = (state: number, seen: Set<number>, decisive: number): boolean => {
    if ((state & 1) === 0) return false;
    let decided = false;
    for (const word of ends[(state >> 1) / count]!) {
      seen.add(word);
      if (word < decisive) decided = true;
    }
    return decided;
  };
  return {
    scan(bytes, length, seen, decisive) {
      // Two halves in one loop: a step waits for the one before it, so two that are independent cost little more than one.
      const half = length >> 1;
      let first = 0;
      let second = 0;
      let at = 0;
      for (let other = half; other < length; at += 1, other += 1) {
        first = next[(first >> 1) + classes[bytes[at]!]!]!;
        second = next[(second >> 1) + classes[bytes[other]!]!]!;
        if (((first | second) & 1) !== 0 && (mark(first, seen, decisive) || mark(second, seen, decisive))) return true;
      }
      // A word may begin in the first half and end in the second.
      for (const end = Math.min(length, half + longest); at < end; at += 1) {
        first = next[(first >> 1) + classes[bytes[at]!]!]!;
        if ((first & 1) !== 0 && mark(first, seen, decisive)) return true;
      }
      return false;
    },
  };
}

/** Bytes that no word tells apart are one class: 0 for all that occur in no word. */
function classesOf(words: readonly string[]): { readonly classes: Uint8Array; readonly count: number } {
  const classes = new Uint8Array(256);
  let count = 1;
  for (const word of words) {
    for (const byte of Buffer.from(word, "latin1")) {
      if (classes[byte] === 0) {
        classes[byte] = count;
        count += 1;
      }
    }
  }
  for (let letter = 97; letter <= 122; letter += 1) classes[letter - 32] = classes[letter]!;
  return { classes, count };
}

interface Automaton {
  /** What follows a state, by its offset plus the class of a byte: twice the offset of the next one, plus 1 where a word ends. */
  readonly next: Int32Array;
  /** Words that end in a state, by its offset over the number of classes. */
  readonly ends: readonly (readonly number[])[];
}

/** Aho and Corasick's, with every step written out. */
function automaton(words: readonly string[], classes: Uint8Array, count: number): Automaton {
  const { steps, ends } = trie(words, classes);
  const next = new Int32Array(steps.length * count);
  const fallback = new Int32Array(steps.length);
  const order = [0];
  for (let i = 0; i < order.length; i += 1) {
    const state = order[i]!;
    const row = state * count;
    const fallRow = fallback[state]! * count;
    if (state !== 0) next.copyWithin(row, fallRow, fallRow + count);
    for (const [byte, child] of steps[state]!) {
      const fall = state === 0 ? 0 : (next[fallRow + byte]! >> 1) / count;
      fallback[child] = fall;
      if (ends[fall]!.length > 0) ends[child] = [...new Set([...ends[child]!, ...ends[fall]!])];
      next[row + byte] = ((child * count) << 1) | (ends[child]!.length > 0 ? 1 : 0);
      order.push(child);
    }
  }
  return { next, ends };
}

function trie(words: readonly string[], classes: Uint8Array): { steps: Map<number, number>[]; ends: number[][] } {
  const steps = [new Map<number, number>()];
  const ends: number[][] = [[]];
  for (const [index, word] of words.entries()) {
    let state = 0;
    for (const byte of Buffer.from(word, "latin1")) {
      const known = steps[state]!.get(classes[byte]!);
      if (known === undefined) {
        steps[state]!.set(classes[byte]!, steps.length);
        state = steps.length;
        steps.push(new Map());
        ends.push([]);
      } else state = known;
    }
    ends[state]!.push(index);
  }
  return { steps, ends };
}
