/** Looks for many words at once. Its cost depends on the bytes, not on the number of words. */
export interface WordScan {
  /**
   * Marks in `seen` (by the index of the word) what occurs in the first `length` bytes. Ends early, with true, at the
   * first word below `decisive`: what comes after it may not be marked.
   */
  scan(bytes: Uint8Array, length: number, seen: Uint8Array, decisive: number): boolean;
}

/** Words in lower case ASCII, or bytes in latin1; letters of the bytes are taken in any case. No word is empty. */
export function makeWordScan(words: readonly string[]): WordScan {
  const { classes, count } = classesOf(words);
  const { next, found, firstFound } = automaton(words, classes, count);
  const longest = Math.max(1, ...words.map((word) => word.length));
  return {
    scan(bytes, length, seen, decisive) {
      const mark = (state: number): boolean => {
        if (state < firstFound) return false;
        let decided = false;
        for (const word of found[(state - firstFound) / count]!) {
          seen[word] = 1;
          if (word < decisive) decided = true;
        }
        return decided;
      };
      // Two halves in one loop: a step waits for the one before it, so two that are independent cost little more than one.
      const half = length >> 1;
      let first = 0;
      let second = 0;
      let at = 0;
      for (let other = half; other < length; at += 1, other += 1) {
        first = next[first + classes[bytes[at]!]!]!;
        second = next[second + classes[bytes[other]!]!]!;
        if ((first >= firstFound || second >= firstFound) && (mark(first) || mark(second))) return true;
      }
      // A word may begin in the first half and end in the second.
      for (const end = Math.min(length, half + longest); at < end; at += 1) {
        first = next[first + classes[bytes[at]!]!]!;
        if (first >= firstFound && mark(first)) return true;
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
  /** By state plus class; states are multiples of the number of classes, those with words last. */
  readonly next: Int32Array;
  /** Words that end in a state, from `firstFound` on. */
  readonly found: readonly (readonly number[])[];
  readonly firstFound: number;
}

/** Aho and Corasick's, with every step written out. */
function automaton(words: readonly string[], classes: Uint8Array, count: number): Automaton {
  const { steps, ends } = trie(words, classes);
  const states = steps.length;
  const table = new Int32Array(states * count);
  const fallback = new Int32Array(states);
  const order = [0];
  for (let i = 0; i < order.length; i += 1) {
    const state = order[i]!;
    const fall = fallback[state]!;
    if (state !== 0) ends[state] = [...new Set([...ends[state]!, ...ends[fall]!])];
    for (let byte = 0; byte < count; byte += 1) {
      const child = steps[state]!.get(byte);
      const other = state === 0 ? 0 : table[fall * count + byte]!;
      table[state * count + byte] = child ?? other;
      if (child === undefined) continue;
      fallback[child] = other;
      order.push(child);
    }
  }
  return numbered(table, ends, count);
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

/** The same states, those without a word first, so that one comparison tells them apart. */
function numbered(table: Int32Array, ends: readonly (readonly number[])[], count: number): Automaton {
  const all = [...ends.keys()];
  const order = [
    ...all.filter((state) => ends[state]!.length === 0),
    ...all.filter((state) => ends[state]!.length > 0),
  ];
  const places = new Int32Array(order.length);
  for (const [place, state] of order.entries()) places[state] = place;
  const next = new Int32Array(table.length);
  for (const state of all)
    for (let byte = 0; byte < count; byte += 1)
      next[places[state]! * count + byte] = places[table[state * count + byte]!]! * count;
  const first = ends.filter((words) => words.length === 0).length;
  return { next, found: order.slice(first).map((state) => ends[state]!), firstFound: first * count };
}
