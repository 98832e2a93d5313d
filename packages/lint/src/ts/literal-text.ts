import type { ts } from "ts-morph";
import { innerSpan } from "./nodes.js";
import type { TextBuilder } from "./text-builder.js";

const SIMPLE_ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  b: "\b",
  f: "\f",
  v: "\v",
  "0": "\0",
};

/** Adds the text between the quotes of a literal; each escape is one piece, so that places stay exact after it. */
export function addLiteral(builder: TextBuilder, node: ts.LiteralLikeNode, origin: number): void {
  const { start, end } = innerSpan(node);
  addRaw(builder, node.getSourceFile().text.slice(start, end), start, origin);
}

function addRaw(builder: TextBuilder, raw: string, start: number, origin: number): void {
  let from = 0;
  const plain = (to: number) => builder.add(raw.slice(from, to), { start: start + from, end: start + to }, origin);
  for (let at = raw.indexOf("\\"); at !== -1; at = raw.indexOf("\\", from)) {
    plain(at);
    const { text, length } = readEscape(raw, at);
    builder.add(text, { start: start + at, end: start + at + length }, origin);
    from = at + length;
  }
  plain(raw.length);
}

function readEscape(raw: string, at: number): { text: string; length: number } {
  const c = raw[at + 1] ?? "";
  const code = /^\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|u\{([0-9a-f]{1,6})\})/i.exec(raw.slice(at, at + 10));
  if (code !== null) {
    const point = Number.parseInt(code[1] ?? code[2] ?? code[3] ?? "", 16);
    return { text: point <= 0x10ffff ? String.fromCodePoint(point) : "", length: code[0].length };
  }
  if (c === "\r" && raw[at + 2] === "\n") return { text: "", length: 3 };
  if (c === "\n" || c === "\r" || c === "") return { text: "", length: c === "" ? 1 : 2 };
  return { text: SIMPLE_ESCAPES[c] ?? c, length: 2 };
}
