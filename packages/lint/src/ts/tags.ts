import { ts } from "ts-morph";
import type { Bindings } from "./bindings.js";
import { unwrap } from "./nodes.js";

const SQL_TAGS = ["sql", "SQL", "$queryRaw", "$executeRaw"];
/** Tags that only tidy up the text of their template. */
const TEXT_TAGS = ["dedent", "outdent", "oneLine", "stripIndent", "stripIndents", "raw"];

/** True for `sql`, under whatever name it was imported, for `Prisma.sql` and for `$queryRaw` and `$executeRaw`. */
export function isSqlTag(tag: ts.Expression, bindings: Bindings): boolean {
  const inner = unwrap(tag);
  if (ts.isPropertyAccessExpression(inner)) return SQL_TAGS.includes(inner.name.text);
  // `sql<Row>(...)` parsed as an instantiation
  if (ts.isExpressionWithTypeArguments(inner)) return isSqlTag(inner.expression, bindings);
  if (!ts.isIdentifier(inner)) return false;
  const imported = bindings.find(inner)?.imported;
  return imported === undefined
    ? SQL_TAGS.includes(inner.text)
    : SQL_TAGS.includes(imported.name) || SQL_TAGS.includes(inner.text);
}

export function isTextTag(tag: ts.Expression): boolean {
  const inner = unwrap(tag);
  if (ts.isPropertyAccessExpression(inner))
    return inner.name.text === "raw" && ts.isIdentifier(inner.expression) && inner.expression.text === "String";
  return ts.isIdentifier(inner) && TEXT_TAGS.includes(inner.text);
}
