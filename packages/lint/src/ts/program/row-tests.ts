import { ts } from "ts-morph";
import { rootName, unwrap } from "../nodes.js";

/** What the rows of a turn are where a condition holds. */
export type Rows = "some" | "none" | "unknown";

/** What says how many rows there are, and nothing of them. */
export const COUNTS: RegExp = /^(?:length|size|affectedRows|count|changedRows|rowCount|numUpdatedRows)$/;

/** What a condition says about the rows in `names`: `rows.length === 0`, `!job`, `rows.length < BATCH`. */
export function rowsWhere(test: ts.Expression, names: ReadonlySet<string>): Rows {
  const inner = unwrap(test);
  if (ts.isPrefixUnaryExpression(inner) && inner.operator === ts.SyntaxKind.ExclamationToken)
    return opposite(rowsWhere(inner.operand, names));
  if (ts.isBinaryExpression(inner)) return binary(inner, names);
  return isOfRows(inner, names) ? "some" : "unknown";
}

export function opposite(rows: Rows): Rows {
  return rows === "unknown" ? rows : rows === "some" ? "none" : "some";
}

function binary(node: ts.BinaryExpression, names: ReadonlySet<string>): Rows {
  const operator = node.operatorToken.getText();
  if (operator === "&&" || operator === "||") {
    const [left, right] = [rowsWhere(node.left, names), rowsWhere(node.right, names)];
    if (left === right) return left;
    // `rows && rows.length > 0 && more`: both must hold.
    if (operator === "&&") return left === "unknown" ? right : right === "unknown" ? left : "unknown";
    return "unknown";
  }
  if (!isOfRows(unwrap(node.left), names)) return "unknown";
  const right = unwrap(node.right);
  const isZero =
    (ts.isNumericLiteral(right) && Number(right.text) === 0) ||
    right.kind === ts.SyntaxKind.NullKeyword ||
    (ts.isIdentifier(right) && right.text === "undefined");
  if (/^===?$/.test(operator)) return isZero ? "none" : "some";
  if (/^!==?$/.test(operator)) return isZero ? "some" : "none";
  // Fewer than a batch: there is nothing more for now.
  if (operator === "<" || operator === "<=") return "none";
  return operator === ">" || operator === ">=" ? "some" : "unknown";
}

/** `rows`, `rows.length`, `result.affectedRows`, `rows[0]` */
function isOfRows(node: ts.Expression, names: ReadonlySet<string>): boolean {
  if (ts.isPropertyAccessExpression(node) && !COUNTS.test(node.name.text)) return false;
  return !ts.isCallExpression(node) && names.has(rootName(node) ?? "");
}
