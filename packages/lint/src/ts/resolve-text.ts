import { ts } from "ts-morph";
import type { Span } from "../source.js";
import type { SqlText } from "../sql/sql-text.js";
import type { Bindings, Declared } from "./bindings.js";
import { addLiteral } from "./literal-text.js";
import { innerSpan, shortText, spanOf, unwrap, unwrapAwait } from "./nodes.js";
import { isSqlTag, isTextTag } from "./tags.js";
import { TextBuilder } from "./text-builder.js";
import { isRaw, memberValue, operands } from "./text-sources.js";
import { fillingOf, staticValue } from "./values.js";

const MAX_DEPTH = 30;
/** Constants that double each other would never end. */
const MAX_STEPS = 5_000;

export interface FoundText {
  readonly sql: SqlText;
  /** The literals and templates that it is made of. */
  readonly parts: readonly ts.Node[];
}

/** Follows an expression to the SQL text that it stands for, through constants, concatenation, templates and joins. */
export class TextResolver {
  private readonly bindings: Bindings;
  /** Literals and templates that are part of a text already read. */
  readonly used: Set<ts.Node> = new Set<ts.Node>();
  private parts: ts.Node[] = [];
  private steps = 0;

  constructor(bindings: Bindings) {
    this.bindings = bindings;
  }

  /** `undefined` where the expression is no text, or nothing of it is known. */
  resolve(node: ts.Expression): SqlText | undefined {
    const found = this.look(node);
    if (found !== undefined) this.use(found);
    return found?.sql;
  }

  /** As `resolve`, but the text stays free for others until `use`. */
  look(node: ts.Expression): FoundText | undefined {
    this.steps = 0;
    this.parts = [];
    const builder = new TextBuilder();
    return this.add(builder, node, node.getStart(), 0) ? { sql: builder.build(), parts: this.parts } : undefined;
  }

  use({ parts }: FoundText): void {
    for (const part of parts) this.used.add(part);
  }

  /** Adds the text of `node`; false, and nothing added, where it has none. */
  private add(builder: TextBuilder, node: ts.Expression, origin: number, depth: number): boolean {
    const inner = unwrapAwait(node);
    this.steps += 1;
    if (depth > MAX_DEPTH || this.steps > MAX_STEPS) return false;
    if (ts.isStringLiteralLike(inner)) {
      this.parts.push(inner);
      addLiteral(builder, inner, origin);
      return true;
    }
    if (ts.isTemplateExpression(inner)) return this.addTemplate(builder, inner, origin, depth, false);
    if (ts.isTaggedTemplateExpression(inner)) return this.addTagged(builder, inner, origin, depth);
    if (ts.isBinaryExpression(inner)) return this.addConcatenation(builder, inner, origin, depth);
    if (ts.isConditionalExpression(inner)) return this.addLonger(builder, inner, origin, depth);
    if (ts.isCallExpression(inner)) return this.addCall(builder, inner, origin, depth);
    if (ts.isIdentifier(inner)) return this.addVariable(builder, inner, depth);
    return ts.isPropertyAccessExpression(inner) && this.addMember(builder, inner, depth);
  }

  /** Adds the text of `node`, or a hole; true for a text. */
  private addOrHole(builder: TextBuilder, node: ts.Expression, place: Span, origin: number, depth: number): boolean {
    if (this.add(builder, node, origin, depth + 1)) return true;
    builder.addHole(fillingOf(node, this.bindings), place, origin);
    return false;
  }

  private addTemplate(
    builder: TextBuilder,
    node: ts.TemplateExpression,
    origin: number,
    depth: number,
    tagged: boolean,
  ): boolean {
    this.parts.push(node);
    addLiteral(builder, node.head, origin);
    let start = innerSpan(node.head).end;
    for (const { expression, literal } of node.templateSpans) {
      const { start: behind, end } = innerSpan(literal);
      const place = { start, end: behind };
      if (!tagged || this.isFragment(expression)) this.addOrHole(builder, expression, place, origin, depth);
      else builder.addHole(fillingOf(expression, this.bindings), place, origin);
      addLiteral(builder, literal, origin);
      start = end;
    }
    return true;
  }

  private addTagged(builder: TextBuilder, node: ts.TaggedTemplateExpression, origin: number, depth: number): boolean {
    const sql = isSqlTag(node.tag, this.bindings);
    if (!sql && !isTextTag(node.tag)) return false;
    this.parts.push(node);
    if (ts.isTemplateExpression(node.template)) return this.addTemplate(builder, node.template, origin, depth, sql);
    this.parts.push(node.template);
    addLiteral(builder, node.template, origin);
    return true;
  }

  /** In a tagged template only what is SQL itself becomes text; everything else is bound as a value. */
  private isFragment(node: ts.Expression): boolean {
    const inner = unwrap(node);
    if (ts.isTaggedTemplateExpression(inner)) return isSqlTag(inner.tag, this.bindings);
    if (ts.isCallExpression(inner)) return isRaw(inner);
    if (ts.isConditionalExpression(inner)) return this.isFragment(inner.whenTrue) || this.isFragment(inner.whenFalse);
    if (!ts.isIdentifier(inner)) return false;
    const initializer = this.bindings.find(inner)?.initializer;
    return initializer !== undefined && !ts.isIdentifier(unwrap(initializer)) && this.isFragment(initializer);
  }

  private addConcatenation(builder: TextBuilder, node: ts.BinaryExpression, origin: number, depth: number): boolean {
    const parts = operands(node);
    return parts !== undefined && this.addParts(builder, parts, origin, depth);
  }

  /** Parts one after the other, with `between` between them; nothing where none of them is a text. */
  private addParts(
    builder: TextBuilder,
    parts: readonly ts.Expression[],
    origin: number,
    depth: number,
    between = "",
  ): boolean {
    const text = new TextBuilder();
    let known = false;
    parts.forEach((part, index) => {
      // The separator of a join stands at the end of the element before it.
      if (index > 0) text.add(between, { start: part.pos - 1, end: part.pos - 1 }, origin);
      known = this.addOrHole(text, part, spanOf(part), origin, depth) || known;
    });
    if (known) builder.append(text.build());
    return known;
  }

  /** Of two alternatives the one with more to read. */
  private addLonger(builder: TextBuilder, node: ts.ConditionalExpression, origin: number, depth: number): boolean {
    const [yes, no] = [new TextBuilder(), new TextBuilder()];
    const some = [this.add(yes, node.whenTrue, origin, depth + 1), this.add(no, node.whenFalse, origin, depth + 1)];
    if (!some.includes(true)) return false;
    builder.append((yes.length >= no.length ? yes : no).build());
    return true;
  }

  private addCall(builder: TextBuilder, node: ts.CallExpression, origin: number, depth: number): boolean {
    const callee = unwrap(node.expression);
    const [argument] = node.arguments;
    if (isRaw(node) && argument !== undefined) return this.add(builder, argument, origin, depth + 1);
    if (ts.isIdentifier(callee)) return this.addReturned(builder, callee, depth);
    if (!ts.isPropertyAccessExpression(callee)) return false;
    const object = unwrap(callee.expression);
    const method = callee.name.text;
    const list = method === "join" ? this.listItems(object) : undefined;
    if (list !== undefined) {
      const between = argument === undefined ? "," : staticValue(argument, this.bindings);
      return this.addParts(builder, list, origin, depth, typeof between === "string" ? between : " ");
    }
    if (method === "concat") return this.addParts(builder, [object, ...node.arguments], origin, depth);
    const keeps = [
      "trim",
      "trimStart",
      "trimEnd",
      "replace",
      "replaceAll",
      "toString",
      "bind",
      "$castTo",
      "as",
    ].includes(method);
    return keeps && this.add(builder, object, origin, depth + 1);
  }

  /** The items of a list literal, or of a variable that holds one, with what is pushed onto it. */
  private listItems(node: ts.Expression): readonly ts.Expression[] | undefined {
    if (ts.isArrayLiteralExpression(node)) return node.elements;
    const declared = ts.isIdentifier(node) ? this.bindings.find(node) : undefined;
    const list = declared?.initializer && unwrap(declared.initializer);
    if (declared === undefined || list === undefined || !ts.isArrayLiteralExpression(list)) return undefined;
    return [...list.elements, ...this.bindings.pushedTo(declared, node.pos)];
  }

  /** A function of this file whose one `return` is a text. */
  private addReturned(builder: TextBuilder, name: ts.Identifier, depth: number): boolean {
    const body = this.bindings.functionNamed(name.text)?.body;
    if (body === undefined) return false;
    if (!ts.isBlock(body)) return this.add(builder, body, body.getStart(), depth + 1);
    const returns = body.statements.filter(ts.isReturnStatement);
    const value = returns.length === 1 ? returns[0]!.expression : undefined;
    return value !== undefined && this.add(builder, value, value.getStart(), depth + 1);
  }

  private addVariable(builder: TextBuilder, name: ts.Identifier, depth: number): boolean {
    const declared = this.bindings.find(name);
    const holds = declared?.kind === "variable" || declared?.kind === "parameter";
    return holds && this.addDeclared(builder, declared, name.pos, depth);
  }

  /** The value that a variable has at `position`: its initializer and what was assigned and added before. */
  private addDeclared(builder: TextBuilder, declared: Declared, position: number, depth: number): boolean {
    const { initializer } = declared;
    let text = new TextBuilder();
    let known = initializer !== undefined && this.add(text, initializer, initializer.getStart(), depth + 1);
    for (const { node, adds } of this.bindings.assignmentsTo(declared, position)) {
      const next = new TextBuilder();
      const origin = node.right.getStart();
      if (!this.add(next, node.right, origin, depth + 1)) {
        if (adds && known) text.addHole({ text: shortText(node.right) }, spanOf(node.right), origin);
        continue;
      }
      // What it held before is not known, what is added to it is.
      if (adds && !known) text.addHole({ text: declared.name }, spanOf(node.left), node.left.getStart());
      if (adds) text.append(next.build());
      else text = next;
      known = true;
    }
    if (known) builder.append(text.build());
    return known;
  }

  /** `SQL.claim` of a const object, `this.claim` or `Jobs.claim` of a class of this file. */
  private addMember(builder: TextBuilder, node: ts.PropertyAccessExpression, depth: number): boolean {
    const value = memberValue(node, this.bindings);
    return value !== undefined && this.add(builder, value, value.getStart(), depth + 1);
  }
}
