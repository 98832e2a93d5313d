import { positionAt, type Source, type Span } from "../source.js";

/** A comment that silences rules. */
export interface Directive {
  readonly kind: "next-line" | "line" | "file" | "block" | "end" | "unknown";
  /** The word after `queuegen-`. */
  readonly word: string;
  readonly rules: readonly { readonly name: string; readonly span: Span }[];
  /** What follows ` -- `. */
  readonly reason: string | undefined;
  readonly line: number;
  readonly span: Span;
}

const KINDS: Readonly<Record<string, Directive["kind"]>> = {
  "disable-next-line": "next-line",
  "disable-line": "line",
  "disable-file": "file",
  disable: "block",
  enable: "end",
};

// Comments of TypeScript and of SQL; the latter also inside template strings.
const DIRECTIVE = /(?:\/\/|\/\*|--|#)[ \t]*queuegen-((?:disable|enable)[\w-]*)([^\n\r]*)/g;

export function findDirectives(source: Source): readonly Directive[] {
  return [...source.text.matchAll(DIRECTIVE)].map((match) => {
    const [whole, word = "", tail = ""] = match;
    const start = match.index;
    const text = tail.replace(/\*\/.*$/, "");
    const [names = "", ...reason] = text.split(/\s--(?=\s|$)/);
    return {
      kind: KINDS[word] ?? "unknown",
      word,
      rules: namesIn(names, start + whole.length - tail.length),
      reason: reason.join(" -- ").trim() || undefined,
      line: positionAt(source, start).line,
      span: { start, end: start + whole.length - tail.length + text.trimEnd().length },
    };
  });
}

function namesIn(text: string, start: number): Directive["rules"] {
  return [...text.matchAll(/[^\s,]+/g)].map((match) => ({
    name: match[0],
    span: { start: start + match.index, end: start + match.index + match[0].length },
  }));
}
