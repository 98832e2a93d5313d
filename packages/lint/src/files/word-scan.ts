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
  const { next, ends, firstEnd } = automaton(words, classes, count);
  const longest = Math.max(1, ...words.map((word) => word.length));
  const mark = (state: number, seen: Set<number>, decisive: number): boolean => {
    if (state < firstEnd) return false;
    let decided = false;
    for (const word of ends[(state - firstEnd) / count]!) {
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
        first = next[first + classes[bytes[at]!]!]!;
        second = next[second + classes[bytes[other]!]!]!;
        if ((first >= firstEnd || second >= firstEnd) && (mark(first, seen, decisive) || mark(second, seen, decisive)))
          return true;
      }
      // A word may begin in the first half and end in the second.
      for (const end = Math.min(length, half + longest); at < end; at += 1) {
        first = next[first + classes[bytes[at]!]!]!;
        if (first >= firstEnd && mark(first, seen, decisive)) return true;
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
  /** By state plus class of a byte. A state is a multiple of the number of classes. */
  readonly next: Int32Array;
  /** States from here on are those at which a word ends: one comparison tells. */
  readonly firstEnd: number;
  /** Words that end at a state, from `firstEnd` on. */
  readonly ends: readonly (readonly number[])[];
}

/** Aho and Corasick's, with every step written out. */
function automaton(words: readonly string[], classes: Uint8Array, count: number): Automaton {
  const { steps, ends } = trie(words, classes);
  const { order, fallback } = fallbacks(steps, ends);
  const numbered = [
    ...order.filter((node) => ends[node]!.length === 0),
    ...order.filter((node) => ends[node]!.length > 0),
  ];
  const states = new Int32Array(steps.length);
  for (const [number, node] of numbered.entries()) states[node] = number * count;
  const next = new Int32Array(steps.length * count);
  for (const node of order) {
    const state = states[node]!;
    // Steps of the shorter ending hold where the node has none of its own; it came earlier in this order.
    if (node !== 0) next.copyWithin(state, states[fallback[node]!]!, states[fallback[node]!]! + count);
    for (const [byte, child] of steps[node]!) next[state + byte] = states[child]!;
  }
  const plain = numbered.filter((node) => ends[node]!.length === 0).length;
  return { next, firstEnd: plain * count, ends: numbered.slice(plain).map((node) => ends[node]!) };
}

/**
 * For each node the one that stands for the longest ending of its text that begins a word; the words of that one end here
 * as well. `order`: shorter texts first.
 */
function fallbacks(
  steps: readonly Map<number, number>[],
  ends: number[][],
): { readonly order: readonly number[]; readonly fallback: Int32Array } {
  const fallback = new Int32Array(steps.length);
  const order = [0];
  for (const node of order) {
    for (const [byte, child] of steps[node]!) {
      let shorter = fallback[node]!;
      while (shorter !== 0 && !steps[shorter]!.has(byte)) shorter = fallback[shorter]!;
      const found = node === 0 ? 0 : (steps[shorter]!.get(byte) ?? 0);
      fallback[child] = found;
      if (ends[found]!.length > 0) ends[child] = [...new Set([...ends[child]!, ...ends[found]!])];
      order.push(child);
    }
  }
  return { order, fallback };
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
