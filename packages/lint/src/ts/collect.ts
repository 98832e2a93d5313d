import { ts } from "ts-morph";
import { looksLikeClause, looksLikeStatement } from "../sql/looks-like-sql.js";
import { readClausesAlone, readSql, type SqlItem } from "../sql/read.js";
import { HOLE, type SqlText } from "../sql/sql-text.js";
import type { Bindings } from "./bindings.js";
import { boundValues } from "./bound-values.js";
import { linksOf } from "./builders/chain.js";
import { BUILDERS, SCHEMA_BUILDERS } from "./builders/index.js";
import { calledName, property, unwrap } from "./nodes.js";
import { isQueryCall } from "./query-calls.js";
import { TextResolver } from "./resolve-text.js";
import { isSqlTag } from "./tags.js";

/** What the program does in a place: SQL, or a chain of a query builder. */
export interface Found {
  /** The call, the tagged template or the text. */
  readonly node: ts.Node;
  readonly items: readonly SqlItem[];
  readonly form: "sql" | "builder";
}

export interface Collected {
  readonly found: ReadonlyMap<ts.Node, Found>;
  /** The literals and templates that SQL is made of. */
  readonly texts: ReadonlySet<ts.Node>;
  /** Calls that run SQL which is not known, by its argument. */
  readonly unresolved: ReadonlyMap<ts.Expression, ts.CallExpression>;
}

/** Finds all SQL of a file: first where it is run, then every text and chain that is left. */
export function collect(file: ts.SourceFile, bindings: Bindings, sinks: readonly string[]): Collected {
  const collector = new Collector(bindings, sinks);
  collector.visit(file);
  collector.readTexts();
  return { found: collector.found, texts: collector.texts, unresolved: collector.unresolved };
}

class Collector {
  readonly found: Map<ts.Node, Found> = new Map<ts.Node, Found>();
  readonly unresolved: Map<ts.Expression, ts.CallExpression> = new Map<ts.Expression, ts.CallExpression>();
  private readonly bindings: Bindings;
  private readonly resolver: TextResolver;
  /** Index of the argument that is SQL, by the callee as written or its last name. */
  private readonly sinks: ReadonlyMap<string, number>;
  private readonly chained = new Set<ts.Node>();
  private readonly roots: ts.Expression[] = [];

  constructor(bindings: Bindings, sinks: readonly string[]) {
    this.bindings = bindings;
    this.sinks = new Map(sinks.map((sink) => [sink.replace(/#.*/, ""), Number(/#(\d+)/.exec(sink)?.[1] ?? 0)]));
    this.resolver = new TextResolver(bindings);
  }

  get texts(): ReadonlySet<ts.Node> {
    return this.resolver.used;
  }

  visit(node: ts.Node): void {
    if (isTextRoot(node)) this.roots.push(node);
    if (ts.isCallExpression(node) && !this.chained.has(node)) {
      const items = this.readChain(node);
      if (items !== undefined) this.found.set(node, { node, items, form: "builder" });
      else this.readArguments(node);
    }
    ts.forEachChild(node, (child) => this.visit(child));
  }

  /** A chain is read once, from its last call; the calls inside it, also those that a variable held, are part of it. */
  private readChain(call: ts.CallExpression): readonly SqlItem[] | undefined {
    const links = linksOf(call, this.bindings);
    const context = { bindings: this.bindings, resolver: this.resolver };
    for (const read of BUILDERS) {
      const statement = read(links, context);
      if (statement === undefined) continue;
      for (const link of links) {
        this.chained.add(link.call);
        this.found.delete(link.call);
      }
      return [{ kind: "statement", statement }];
    }
    for (const read of SCHEMA_BUILDERS) {
      const found = read(links, context);
      if (found === undefined) continue;
      for (const part of found.calls) this.chained.add(part);
      return [{ kind: "change", change: found.change }];
    }
    return undefined;
  }

  private readArguments(call: ts.CallExpression): void {
    for (const [index, argument] of [...call.arguments].slice(0, 3).entries()) {
      const text = property(argument, "sql") ?? property(argument, "query") ?? argument;
      if (!mayBeText(text)) continue;
      const found = this.resolver.look(text);
      const isStatement = found !== undefined && looksLikeStatement(found.sql.text);
      if (found === undefined || (!isStatement && !this.isSink(call, index))) continue;
      this.resolver.use(found);
      if (!isStatement) {
        this.addClauses(call, found.sql);
        return;
      }
      const next = call.arguments[index + 1];
      const values = property(argument, "values") ?? property(next, "replacements") ?? property(next, "bind") ?? next;
      this.found.set(call, { node: call, items: readSql(found.sql, boundValues(values, this.bindings)), form: "sql" });
      return;
    }
    this.noteUnresolved(call);
  }

  /** The argument of a call that runs SQL, where it is no statement as far as the file tells. */
  private noteUnresolved(call: ts.CallExpression): void {
    const index = [...call.arguments].findIndex((_, nth) => this.isSink(call, nth));
    const given = call.arguments[index === -1 && isQueryCall(call) ? 0 : index];
    const argument = property(given, "sql") ?? property(given, "query") ?? given;
    if (argument === undefined || !mayBeText(argument)) return;
    const known = this.resolver.look(argument)?.sql;
    // Text without a hole is known: it is some other statement, or a path.
    if (known === undefined || known.text.includes(HOLE)) this.unresolved.set(argument, call);
  }

  private isSink(call: ts.CallExpression, index: number): boolean {
    return (
      this.sinks.size > 0 &&
      (this.sinks.get(call.expression.getText()) === index || this.sinks.get(calledName(call)) === index)
    );
  }

  private addClauses(node: ts.Node, sql: SqlText): void {
    const statement = readClausesAlone(sql);
    if (statement !== undefined) this.found.set(node, { node, items: [{ kind: "statement", statement }], form: "sql" });
  }

  /** Tagged templates and texts that reach no call of this file; outer ones before those inside them. */
  readTexts(): void {
    for (const text of this.roots) if (!this.resolver.used.has(text)) this.readAlone(text);
  }

  private readAlone(node: ts.Expression): void {
    const sql = this.resolver.resolve(node);
    if (sql === undefined) return;
    if (looksLikeStatement(sql.text)) this.found.set(node, { node, items: readSql(sql), form: "sql" });
    else if (looksLikeClause(sql.text) || (ts.isTaggedTemplateExpression(node) && isSqlTag(node.tag, this.bindings))) {
      this.addClauses(node, sql);
    }
  }
}

function mayBeText(node: ts.Expression): boolean {
  const inner = unwrap(node);
  return (
    ts.isStringLiteralLike(inner) ||
    ts.isTemplateExpression(inner) ||
    ts.isTaggedTemplateExpression(inner) ||
    ts.isBinaryExpression(inner) ||
    ts.isIdentifier(inner) ||
    ts.isPropertyAccessExpression(inner) ||
    ts.isCallExpression(inner) ||
    ts.isConditionalExpression(inner)
  );
}

function isTextRoot(node: ts.Node): node is ts.Expression {
  if (ts.isStringLiteral(node)) return !ts.isImportDeclaration(node.parent) && !ts.isLiteralTypeNode(node.parent);
  if (ts.isBinaryExpression(node)) return isPlus(node) && !isPlus(node.parent);
  return (
    ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node) || ts.isTaggedTemplateExpression(node)
  );
}

function isPlus(node: ts.Node): boolean {
  return ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken;
}
