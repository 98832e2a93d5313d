import { ts } from "ts-morph";
import type { LuaCommand, RedisScript } from "../facts/redis.js";
import type { Source, Span } from "../source.js";
import { fileSpan, type SqlText } from "../sql/sql-text.js";
import type { Bindings } from "../ts/bindings.js";
import { calledName, enclosingStatement, spanOf } from "../ts/nodes.js";
import { TextResolver } from "../ts/resolve-text.js";

/** Finds the Lua texts of a file, whoever runs them: `eval`, `defineCommand`, `scriptLoad`. */
export function findScripts(file: ts.SourceFile, source: Source, bindings: Bindings): readonly RedisScript[] {
  if (!/redis\.p?call/.test(source.text)) return [];
  const resolver = new TextResolver(bindings);
  const scripts: RedisScript[] = [];
  const visit = (node: ts.Node): void => {
    const text = isText(node) ? resolver.look(node)?.sql : undefined;
    if (text !== undefined) {
      const commands = readLua(text);
      if (commands.length > 0) {
        const outer: Span = spanOf(enclosingStatement(node));
        scripts.push({ source, outer, text: withoutComments(text.text), commands });
        return;
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return scripts;
}

/** A text, or a chain or list that is put together to one. */
function isText(node: ts.Node): node is ts.Expression {
  if (ts.isCallExpression(node))
    return (
      calledName(node) === "join" &&
      ts.isPropertyAccessExpression(node.expression) &&
      ts.isArrayLiteralExpression(node.expression.expression)
    );
  return (
    ts.isStringLiteralLike(node) ||
    ts.isTemplateExpression(node) ||
    (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)
  );
}

const CALL = /\bredis\.p?call\s*\(\s*(['"])(\w+)\1((?:\s*,[^()]*(?:\([^()]*\)[^()]*)*)?)\)/g;

function readLua(text: SqlText): readonly LuaCommand[] {
  return [...withoutComments(text.text).matchAll(CALL)].map(({ 0: whole, 2: command, 3: rest, index }) => ({
    command: command!.toLowerCase(),
    args: splitArguments(rest!.replace(/^\s*,/, "")),
    span: fileSpan(text, index, index + whole.length),
  }));
}

/** Comments as blanks: places stay the same. */
function withoutComments(text: string): string {
  return text.replace(/--\[\[[\s\S]*?(?:\]\]|$)|--[^\n]*/g, (comment) => " ".repeat(comment.length));
}

/** At the commas that stand in no brackets. */
function splitArguments(text: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const c = text[at];
    if (c === "(" || c === "[" || c === "{") depth += 1;
    else if (c === ")" || c === "]" || c === "}") depth -= 1;
    else if (c === "," && depth === 0) {
      parts.push(text.slice(from, at).trim());
      from = at + 1;
    }
  }
  const last = text.slice(from).trim();
  return last === "" ? parts : [...parts, last];
}
