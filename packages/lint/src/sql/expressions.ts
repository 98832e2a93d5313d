import type { BinaryExpression, Expression } from "../facts/expression.js";
import type { Cursor } from "./cursor.js";
import { readPrimary } from "./primary.js";
import { isMark, isWord, type Token } from "./token.js";

/** Nesting beyond this is not read: the stack must survive a thousand parentheses. */
export const MAX_DEPTH = 100;

interface Infix {
  readonly operator: string;
  /** The higher, the tighter. */
  readonly power: number;
  /** Number of tokens of the operator itself. */
  readonly tokens: number;
}

const NOT_POWER = 3;
const COMPARISON = 4;
const UNARY_POWER = 12;

const SYMBOLS: Readonly<Record<string, readonly [operator: string, power: number]>> = {
  "||": ["or", 1],
  "&&": ["and", 2],
  "=": ["=", COMPARISON],
  ":=": ["=", COMPARISON],
  "<=>": ["<=>", COMPARISON],
  "<>": ["!=", COMPARISON],
  "!=": ["!=", COMPARISON],
  "<": ["<", COMPARISON],
  "<=": ["<=", COMPARISON],
  ">": [">", COMPARISON],
  ">=": [">=", COMPARISON],
  "|": ["|", 5],
  "&": ["&", 6],
  "<<": ["<<", 7],
  ">>": [">>", 7],
  "+": ["+", 8],
  "-": ["-", 8],
  "*": ["*", 9],
  "/": ["/", 9],
  "%": ["%", 9],
  "^": ["^", 10],
  "->": ["->", 13],
  "->>": ["->", 13],
};

const WORDS: Readonly<Record<string, readonly [operator: string, power: number]>> = {
  OR: ["or", 1],
  XOR: ["xor", 1],
  AND: ["and", 2],
  IS: ["is", COMPARISON],
  IN: ["in", COMPARISON],
  LIKE: ["like", COMPARISON],
  REGEXP: ["regexp", COMPARISON],
  RLIKE: ["regexp", COMPARISON],
  BETWEEN: ["between", COMPARISON],
  DIV: ["div", 9],
  MOD: ["%", 9],
  COLLATE: ["collate", 13],
};

/** Reads one expression at the cursor, as far as it goes; stops before what does not belong to it. */
export function readExpression(cursor: Cursor, depth = 0, power = 0): Expression {
  const from = cursor.at;
  let left = readPrefix(cursor, depth);
  for (let infix = infixAt(cursor); infix !== undefined && infix.power > power; infix = infixAt(cursor)) {
    cursor.at += infix.tokens;
    left = readRight(cursor, depth, from, left, infix);
  }
  return left;
}

function readPrefix(cursor: Cursor, depth: number): Expression {
  const from = cursor.at;
  const token = cursor.peek();
  const isNot = isWord(token, "NOT");
  if (isNot || isWord(token, "BINARY", "EXISTS") || isSign(token)) {
    cursor.at += 1;
    if (depth >= MAX_DEPTH) return { kind: "unknown", span: cursor.span(from) };
    const operand = readExpression(cursor, depth + 1, isNot ? NOT_POWER : UNARY_POWER);
    const operator = token!.text === "!" ? "not" : token!.text.toLowerCase();
    if (operator === "-" && operand.kind === "value" && typeof operand.value === "number") {
      return { kind: "value", value: -operand.value, span: cursor.span(from) };
    }
    return { kind: "unary", operator, operand, span: cursor.span(from) };
  }
  return readPrimary(cursor, depth);
}

function isSign(token: Token | undefined): boolean {
  return token?.kind === "operator" && ["-", "+", "~", "!"].includes(token.text);
}

function infixAt(cursor: Cursor): Infix | undefined {
  const token = cursor.peek();
  if (token === undefined) return undefined;
  if (token.kind === "operator") {
    const found = SYMBOLS[token.text];
    return found && { operator: found[0], power: found[1], tokens: 1 };
  }
  if (token.kind !== "word") return undefined;
  if (isWord(token, "IS") && isWord(cursor.peek(1), "NOT")) return { operator: "not is", power: COMPARISON, tokens: 2 };
  const negated = isWord(token, "NOT");
  const word = (negated ? cursor.peek(1) : token)?.word ?? "";
  if (!Object.hasOwn(WORDS, word)) return undefined;
  const [operator, power] = WORDS[word]!;
  return { operator: negated ? `not ${operator}` : operator, power, tokens: negated ? 2 : 1 };
}

function readRight(cursor: Cursor, depth: number, from: number, left: Expression, infix: Infix): Expression {
  if (depth >= MAX_DEPTH) {
    cursor.at = cursor.end;
    return { kind: "unknown", span: cursor.span(from) };
  }
  const base = infix.operator.replace("not ", "");
  const right = base === "between" ? readBounds(cursor, depth) : readExpression(cursor, depth + 1, infix.power);
  if (base === "like" && cursor.takeWord("ESCAPE")) readPrimary(cursor, depth + 1);
  const expression: BinaryExpression = {
    kind: "binary",
    operator: infix.operator,
    left,
    right,
    span: cursor.span(from),
  };
  return expression;
}

/** `low AND high` after BETWEEN, as a list. */
function readBounds(cursor: Cursor, depth: number): Expression {
  const from = cursor.at;
  const low = readExpression(cursor, depth + 1, COMPARISON);
  if (!cursor.takeWord("AND")) return low;
  const high = readExpression(cursor, depth + 1, COMPARISON);
  return { kind: "list", items: [low, high], span: cursor.span(from) };
}

/**
 * All of the stretch as an AND list. What the reader does not understand is skipped to the next AND; a hole that stands
 * where an operator should be is a condition of its own.
 */
export function readConjunctList(cursor: Cursor, depth = 0): Expression[] {
  const list: Expression[] = [];
  while (!cursor.done) {
    list.push(readExpression(cursor, depth));
    if (cursor.done || cursor.peek()?.kind === "hole") continue;
    while (!cursor.done && !isWord(cursor.peek(), "AND")) cursor.at = cursor.after(cursor.at);
    cursor.takeWord("AND");
  }
  return list;
}

/** Comma-separated expressions up to the end of the stretch; `ASC`, aliases and the like are skipped. */
export function readList(cursor: Cursor, depth: number): Expression[] {
  const items: Expression[] = [];
  while (!cursor.done) {
    items.push(readExpression(cursor, depth));
    while (!cursor.done && !isMark(cursor.peek(), ",")) cursor.at = cursor.after(cursor.at);
    cursor.takeMark(",");
  }
  return items;
}
