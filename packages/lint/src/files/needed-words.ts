/**
 * Words of which at least one stands in every text that a regular expression matches; `undefined` where it cannot be
 * told. Knows what triggers are written in: groups, alternatives, classes, quantifiers, look-arounds.
 */
export function neededWords(source: string): readonly string[] | undefined {
  const reader = { source, at: 0 };
  try {
    const part = readAlternatives(reader);
    return reader.at === source.length ? wordsOf(part) : undefined;
  } catch (error) {
    if (error instanceof Unknown) return undefined;
    throw error;
  }
}

/** A piece of an expression: all that it can match, where that is a short list, and words of which one is always in it. */
interface Part {
  readonly exact: readonly string[] | undefined;
  readonly needed: readonly string[] | undefined;
}

interface Reader {
  readonly source: string;
  at: number;
}

class Unknown extends Error {}

const NOTHING: Part = { exact: [""], needed: undefined };
const ANYTHING: Part = { exact: undefined, needed: undefined };

/** More than this are not worth being told apart. */
const MOST_WORDS = 40;

function wordsOf({ exact, needed }: Part): readonly string[] | undefined {
  return better(isUseful(exact) ? exact : undefined, needed);
}

function isUseful(words: readonly string[] | undefined): words is readonly string[] {
  return words !== undefined && words.length > 0 && words.length <= MOST_WORDS && !words.includes("");
}

/** The longer the shortest word, the rarer. */
function better(
  one: readonly string[] | undefined,
  other: readonly string[] | undefined,
): readonly string[] | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const [a, b] = [shortest(one), shortest(other)];
  if (a !== b) return a > b ? one : other;
  return other.length < one.length ? other : one;
}

function shortest(words: readonly string[]): number {
  return Math.min(...words.map((word) => word.length));
}

function readAlternatives(reader: Reader): Part {
  const parts = [readSequence(reader)];
  while (reader.source[reader.at] === "|") {
    reader.at += 1;
    parts.push(readSequence(reader));
  }
  if (parts.length === 1) return parts[0]!;
  const exact = parts.every((part) => part.exact !== undefined) ? parts.flatMap((part) => part.exact!) : undefined;
  const words = parts.map(wordsOf);
  const needed = words.every((list) => list !== undefined) ? words.flatMap((list) => list!) : undefined;
  return { exact: exact && limited(exact), needed: needed && needed.length <= MOST_WORDS ? needed : undefined };
}

function readSequence(reader: Reader): Part {
  let run: readonly string[] | undefined = [""];
  let whole = true;
  let needed: readonly string[] | undefined;
  while (reader.at < reader.source.length && !"|)".includes(reader.source[reader.at]!)) {
    const part = readRepeated(reader);
    const joined: readonly string[] | undefined =
      part.exact === undefined || run === undefined ? undefined : limited(product(run, part.exact));
    if (joined !== undefined) {
      run = joined;
      continue;
    }
    needed = better(better(needed, wordsOf(part)), isUseful(run) ? run : undefined);
    run = part.exact ?? [""];
    whole = false;
  }
  if (whole) return { exact: run, needed: undefined };
  return { exact: undefined, needed: better(needed, isUseful(run) ? run : undefined) };
}

function product(heads: readonly string[], tails: readonly string[]): readonly string[] {
  return heads.flatMap((head) => tails.map((tail) => head + tail));
}

function limited(words: readonly string[]): readonly string[] | undefined {
  return words.length <= MOST_WORDS ? words : undefined;
}

const QUANTIFIER = /^(?:[*+?]|\{(\d+)(?:,\d*)?\})\??/;

function readRepeated(reader: Reader): Part {
  const part = readAtom(reader);
  const match = QUANTIFIER.exec(reader.source.slice(reader.at));
  if (match === null) return part;
  reader.at += match[0].length;
  const isOptional = match[0].startsWith("*") || match[0].startsWith("?") || match[1] === "0";
  if (match[0].startsWith("?") && part.exact !== undefined) return { exact: ["", ...part.exact], needed: undefined };
  return isOptional ? ANYTHING : { exact: undefined, needed: wordsOf(part) };
}

/** Characters that stand for themselves, taken at once; the last one may be repeated, so it waits. */
const PLAIN = /[^\\[\](){}|*+?.^$\u0080-\uffff]+(?![*+?{])/y;

function readAtom(reader: Reader): Part {
  const { source } = reader;
  PLAIN.lastIndex = reader.at;
  const run = PLAIN.exec(source)?.[0];
  if (run !== undefined) {
    reader.at += run.length;
    return { exact: [run.toLowerCase()], needed: undefined };
  }
  const char = source[reader.at]!;
  if (char === "(") return readGroup(reader);
  if (char === "[") return readClass(reader);
  if (char === "\\") return readEscape(reader);
  reader.at += 1;
  if (char === "^" || char === "$") return NOTHING;
  if (char === ".") return ANYTHING;
  if ("*+?{}".includes(char)) throw new Unknown();
  return literal(char);
}

function readGroup(reader: Reader): Part {
  const head = /^\((?:\?(?:<[=!]|[:=!]|<\w+>))?/.exec(reader.source.slice(reader.at))![0];
  reader.at += head.length;
  if (reader.source[reader.at] === "?") throw new Unknown();
  const inner = readAlternatives(reader);
  if (reader.source[reader.at] !== ")") throw new Unknown();
  reader.at += 1;
  // What is looked at before or behind is no part of the match.
  return /[=!]$/.test(head) ? NOTHING : inner;
}

function readClass(reader: Reader): Part {
  const match = /^\[(\^?)((?:\\.|[^\]\\])*)\]/.exec(reader.source.slice(reader.at));
  if (match === null) throw new Unknown();
  reader.at += match[0].length;
  const [, negated, chars = ""] = match;
  // `_` and the like; ranges and classes such as \w stand for too many.
  if (negated !== "" || chars.length > 4 || /[\\-]/.test(chars) || chars === "") return ANYTHING;
  return { exact: [...chars].map(plain), needed: undefined };
}

function readEscape(reader: Reader): Part {
  const rest = reader.source.slice(reader.at);
  const hex = /^\\x([\da-f]{2})/i.exec(rest);
  reader.at += hex === null ? 2 : 4;
  if (hex !== null) return literal(String.fromCharCode(Number.parseInt(hex[1]!, 16)));
  const char = rest[1] ?? "";
  if (char === "b" || char === "B") return NOTHING;
  if (/[a-z0-9]/i.test(char)) return /[sSwWdDnrtvf]/.test(char) ? ANYTHING : fail();
  return literal(char);
}

function literal(char: string): Part {
  return { exact: [plain(char)], needed: undefined };
}

/** Beyond ASCII a character is several bytes. */
function plain(char: string): string {
  return char > "\x7f" ? fail() : char.toLowerCase();
}

function fail(): never {
  throw new Unknown();
}
