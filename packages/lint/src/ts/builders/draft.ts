import type { Expression } from "../../facts/expression.js";
import {
  type Assignment,
  EMPTY_STATEMENT,
  type Limit,
  type Lock,
  type OrderKey,
  type Statement,
  type TableUse,
  type Verb,
} from "../../facts/statement.js";
import type { Span } from "../../source.js";

/** A statement while a chain of builder calls is read. */
export class Draft {
  verb: Verb = "select";
  readonly tables: TableUse[] = [];
  where: Expression[] = [];
  readonly on: Expression[] = [];
  readonly having: Expression[] = [];
  readonly sets: Assignment[] = [];
  readonly order: OrderKey[] = [];
  grouped = false;
  readonly inner: Statement[] = [];
  private count: Expression | undefined;
  private offset: Expression | undefined;
  private limitSpan: Span | undefined;
  private lock: { strength: Lock["strength"]; span: Span } | undefined;
  private wait: Lock["wait"] = "wait";

  limitTo(count: Expression, span: Span): void {
    this.count = count;
    this.limitSpan = span;
  }

  skip(offset: Expression): void {
    this.offset = offset;
  }

  lockRows(strength: Lock["strength"], span: Span): void {
    this.lock = { strength, span };
  }

  waitFor(wait: Lock["wait"]): void {
    this.wait = wait;
  }

  /** Makes `condition` an alternative to all conditions so far. */
  or(condition: Expression, span: Span): void {
    const [first, ...rest] = this.where;
    if (first === undefined) this.where = [condition];
    else {
      const left = rest.reduce<Expression>(
        (l, r) => ({ kind: "binary", operator: "and", left: l, right: r, span }),
        first,
      );
      this.where = [{ kind: "binary", operator: "or", left, right: condition, span }];
    }
  }

  build(span: Span): Statement {
    const limit: Limit | undefined = this.count &&
      this.limitSpan && { count: this.count, offset: this.offset, span: this.limitSpan };
    const { verb, tables, where, on, having, sets, order, grouped, inner } = this;
    return {
      ...EMPTY_STATEMENT,
      ...{ verb, span, tables, where, on, having, sets, order, grouped, inner, limit },
      lock: this.lock && { ...this.lock, wait: this.wait },
    };
  }
}
