import { ts } from "ts-morph";
import type { LoopPlace } from "../../facts/code.js";
import type { Take, WorkLoop } from "../../facts/program.js";
import type { Bindings } from "../bindings.js";
import { unwrap } from "../nodes.js";

/** A loop while the file is gone through. */
export interface LoopDraft {
  readonly node: ts.Node;
  readonly kind: WorkLoop["kind"];
  readonly place: LoopPlace;
  /** What is run turn by turn. */
  readonly body: ts.Node;
  /** With the place of the loop's own code that leads to it. */
  readonly takes: { readonly take: Take; readonly node: ts.Node }[];
  readonly inner: Take[];
  /** Its head, or something in it, may end it. */
  ends: boolean;
  /** Something in it leaves it. */
  leaves: boolean;
}

/** True for `while (true)`, `for (;;)`, and for a flag of the file that nothing ever changes. */
export function isEndless(node: ts.WhileStatement | ts.DoStatement | ts.ForStatement, bindings: Bindings): boolean {
  const condition = ts.isForStatement(node) ? node.condition : node.expression;
  return condition === undefined || isAlwaysTrue(condition, bindings);
}

function isAlwaysTrue(condition: ts.Expression, bindings: Bindings): boolean {
  const inner = unwrap(condition);
  if (inner.kind === ts.SyntaxKind.TrueKeyword) return true;
  if (ts.isNumericLiteral(inner)) return Number(inner.text) !== 0;
  if (ts.isPrefixUnaryExpression(inner) && inner.operator === ts.SyntaxKind.ExclamationToken)
    return isAlways(inner.operand, ts.SyntaxKind.FalseKeyword, bindings);
  return isAlways(inner, ts.SyntaxKind.TrueKeyword, bindings);
}

/** A variable that is declared so and never written; others may see what is exported, and change it. */
function isAlways(node: ts.Expression, value: ts.SyntaxKind, bindings: Bindings): boolean {
  const inner = unwrap(node);
  if (inner.kind === value) return true;
  if (!ts.isIdentifier(inner)) return false;
  const declared = bindings.find(inner);
  if (declared?.kind !== "variable" || declared.initializer === undefined) return false;
  const statement = declared.node.parent?.parent;
  const isExported =
    statement !== undefined &&
    ts.isVariableStatement(statement) &&
    statement.modifiers?.some((one) => one.kind === ts.SyntaxKind.ExportKeyword) === true;
  return (
    !isExported &&
    unwrap(declared.initializer).kind === value &&
    bindings.assignmentsTo(declared, Number.MAX_SAFE_INTEGER).length === 0
  );
}
