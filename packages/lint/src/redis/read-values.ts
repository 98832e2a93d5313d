import { ts } from "ts-morph";
import type { JsonShape, RedisKey, RedisValue } from "../facts/redis.js";
import { wordsOf } from "../facts/redis-keys.js";
import { HOLE } from "../sql/sql-text.js";
import type { Bindings } from "../ts/bindings.js";
import { calledName, keyOf, receiver, shortText, spanOf, unwrapAwait } from "../ts/nodes.js";
import { TextResolver } from "../ts/resolve-text.js";
import { staticValue } from "../ts/values.js";
import { unitOf } from "./units.js";

const MAX_DEPTH = 5;

/** Reads the arguments of commands: keys, members, elements, scores. */
export class ValueReader {
  private readonly bindings: Bindings;
  private readonly file: ts.SourceFile;
  private readonly resolver: TextResolver;
  /** True for a node that reads rows from a database. */
  private readonly isRead: (node: ts.Node) => boolean;

  constructor(file: ts.SourceFile, bindings: Bindings, isRead: (node: ts.Node) => boolean) {
    this.file = file;
    this.bindings = bindings;
    this.resolver = new TextResolver(bindings);
    this.isRead = isRead;
  }

  key(node: ts.Expression): RedisKey {
    const span = spanOf(node);
    const written = shortText(node);
    const found = this.resolver.look(node)?.sql;
    if (found === undefined || found.text.replaceAll(HOLE, "") === "") {
      const puts = found === undefined ? [written] : [...found.holes.values()].map((hole) => hole.text);
      return { text: written, id: puts.join("\n"), words: puts.flatMap(wordsOfHole), isKnown: false, span };
    }
    const holes = [...found.holes.values()].map((hole) => hole.text);
    const text = found.text.replaceAll(HOLE, "*");
    return {
      text: text.length > 80 ? `${text.slice(0, 77)}...` : text,
      id: [text, ...holes].join("\n"),
      words: [...wordsOf(found.text), ...holes.flatMap(wordsOfHole)],
      isKnown: true,
      span,
    };
  }

  value(node: ts.Expression): RedisValue {
    const known = staticValue(node, this.bindings);
    return {
      text: shortText(node),
      span: spanOf(node),
      ...(known === undefined ? {} : { known }),
      unit: unitOf(node, this.bindings),
      json: this.json(node),
      isUndeclared: this.isUndeclared(node),
      isRow: this.isRow(this.stringified(node) ?? node, 0),
      isParsed: this.isParsed(this.stringified(node) ?? node, 0),
    };
  }

  /** The value behind a `const`, for options that are declared apart. */
  resolve(node: ts.Expression, depth = 0): ts.Expression {
    const inner = unwrapAwait(node);
    if (!ts.isIdentifier(inner) || depth > MAX_DEPTH) return inner;
    const initializer = this.bindings.find(inner)?.initializer;
    return initializer === undefined ? inner : this.resolve(initializer, depth + 1);
  }

  /** `x` of `JSON.stringify(x)` */
  private stringified(node: ts.Expression): ts.Expression | undefined {
    const call = this.resolve(node);
    if (!ts.isCallExpression(call) || calledName(call) !== "stringify") return undefined;
    const object = receiver(call);
    return object !== undefined && ts.isIdentifier(object) && object.text === "JSON" ? call.arguments[0] : undefined;
  }

  private json(node: ts.Expression): JsonShape | undefined {
    const made = this.stringified(node);
    if (made === undefined) return undefined;
    const object = this.resolve(made);
    const keys: string[] = [];
    if (!ts.isObjectLiteralExpression(object)) return { text: shortText(made), keys: undefined, job: undefined };
    let job: string | undefined;
    for (const entry of object.properties) {
      const key = entry.name === undefined ? undefined : keyOf(entry.name);
      if (key === undefined) return { text: shortText(made), keys: undefined, job: undefined };
      keys.push(key);
      if (key === "job" && ts.isPropertyAssignment(entry)) {
        const known = staticValue(entry.initializer, this.bindings);
        if (typeof known === "string") job = known;
      }
    }
    // Keys that are given later: `payload.attempts = 1`.
    return { text: shortText(made), keys: this.isWrittenTo(made) ? undefined : keys, job };
  }

  private isWrittenTo(node: ts.Expression): boolean {
    const inner = unwrapAwait(node);
    return ts.isIdentifier(inner) && this.writtenMembers().has(inner.text);
  }

  private written: Set<string> | undefined;

  /** Names of variables whose members are assigned to somewhere in the file. */
  private writtenMembers(): ReadonlySet<string> {
    if (this.written !== undefined) return this.written;
    const names = new Set<string>();
    const visit = (node: ts.Node): void => {
      if (
        ts.isBinaryExpression(node) &&
        node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
        (ts.isPropertyAccessExpression(node.left) || ts.isElementAccessExpression(node.left)) &&
        ts.isIdentifier(node.left.expression)
      )
        names.add(node.left.expression.text);
      ts.forEachChild(node, visit);
    };
    visit(this.file);
    this.written = names;
    return names;
  }

  private isUndeclared(node: ts.Expression): boolean {
    const inner = unwrapAwait(node);
    return (
      ts.isIdentifier(inner) &&
      this.bindings.find(inner) === undefined &&
      !/^(?:undefined|NaN|Infinity)$/.test(inner.text)
    );
  }

  /** A variable that holds what a statement read, an item of it, or `{ ...row }`. */
  private isRow(node: ts.Expression, depth: number): boolean {
    const inner = unwrapAwait(node);
    if (depth > MAX_DEPTH) return false;
    if (this.isRead(inner)) return true;
    if (ts.isObjectLiteralExpression(inner))
      return inner.properties.some((entry) => ts.isSpreadAssignment(entry) && this.isRow(entry.expression, depth + 1));
    if (ts.isElementAccessExpression(inner)) return this.isRow(inner.expression, depth + 1);
    const origin = ts.isIdentifier(inner) ? this.originOf(inner) : undefined;
    return origin !== undefined && this.isRow(origin, depth + 1);
  }

  private isParsed(node: ts.Expression, depth: number): boolean {
    const inner = unwrapAwait(node);
    if (depth > MAX_DEPTH) return false;
    if (ts.isCallExpression(inner)) return calledName(inner) === "parse";
    if (ts.isPropertyAccessExpression(inner)) return this.isParsed(inner.expression, depth + 1);
    const origin = ts.isIdentifier(inner) ? this.originOf(inner) : undefined;
    return origin !== undefined && this.isParsed(origin, depth + 1);
  }

  /** What a variable was made from: its initializer, the list of its `for`, the list whose callback it is given to. */
  private originOf(name: ts.Identifier): ts.Expression | undefined {
    const node = this.bindings.find(name)?.node;
    if (node === undefined) return undefined;
    const holder = ts.findAncestor(
      node,
      (at) => ts.isVariableDeclaration(at) || ts.isParameter(at) || ts.isStatement(at),
    );
    if (holder !== undefined && ts.isVariableDeclaration(holder)) {
      const loop = holder.parent.parent;
      return ts.isForOfStatement(loop) ? loop.expression : holder.initializer;
    }
    if (holder === undefined || !ts.isParameter(holder) || !ts.isCallExpression(holder.parent.parent)) return undefined;
    return /^(?:map|forEach|flatMap|filter)$/.test(calledName(holder.parent.parent))
      ? receiver(holder.parent.parent)
      : undefined;
  }
}

/** `jobId` is the name of something that a key belongs to, not of the key. */
function wordsOfHole(text: string): readonly string[] {
  const words = wordsOf(text);
  return words.at(-1) === "id" ? [] : words;
}
