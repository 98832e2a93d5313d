import { ts } from "ts-morph";
import type { LiteralSpan, Span } from "../source.js";
import { innerSpan } from "./nodes.js";

/** The literals and templates of a file that hold SQL, as places where a fix may write. */
export function literalSpans(text: string, nodes: Iterable<ts.Node>): readonly LiteralSpan[] {
  const literals = [...nodes]
    .filter((node) => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node))
    .sort((a, b) => a.getStart() - b.getStart());
  const spans: LiteralSpan[] = [];
  let chain = 0;
  // Of those before, the one that ends last: literals inside a hole of a template end before the template does.
  let before: number | undefined;
  for (const literal of literals) {
    const start = literal.getStart();
    if (before === undefined || start < before || !/^\s*[+,]\s*$/.test(text.slice(before, start))) chain += 1;
    spans.push(...partsOf(literal).map((span) => ({ ...span, quote: quoteAt(text, start), chain })));
    before = Math.max(before ?? 0, literal.end);
  }
  return spans.sort((a, b) => a.start - b.start || a.end - b.end);
}

function partsOf(node: ts.StringLiteralLike | ts.TemplateExpression): Span[] {
  if (!ts.isTemplateExpression(node)) return [innerSpan(node)];
  return [innerSpan(node.head), ...node.templateSpans.map(({ literal }) => innerSpan(literal))];
}

function quoteAt(text: string, start: number): LiteralSpan["quote"] {
  const quote = text[start];
  return quote === "'" || quote === '"' ? quote : "`";
}
