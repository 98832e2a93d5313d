import { ts } from "ts-morph";

export type Scalar = string | number | bigint | boolean | null;

/** `-x` and `+x`; `undefined` for all else. */
export function applyUnary(operator: ts.PrefixUnaryOperator, value: Scalar): Scalar | undefined {
  if (operator === ts.SyntaxKind.MinusToken) {
    return typeof value === "number" || typeof value === "bigint" ? -value : undefined;
  }
  return operator === ts.SyntaxKind.PlusToken && typeof value === "number" ? value : undefined;
}

/** Arithmetic on two numbers or two bigints, and concatenation; `undefined` for all else and for what would throw. */
export function applyBinary(operator: ts.BinaryOperator, left: Scalar, right: Scalar): Scalar | undefined {
  if (typeof left === "number" && typeof right === "number") return onNumbers(operator, left, right);
  if (typeof left === "bigint" && typeof right === "bigint") return onBigints(operator, left, right);
  const concatenates = typeof left === "string" || typeof right === "string";
  return operator === ts.SyntaxKind.PlusToken && concatenates ? String(left) + String(right) : undefined;
}

function onNumbers(operator: ts.BinaryOperator, left: number, right: number): number | undefined {
  switch (operator) {
    case ts.SyntaxKind.PlusToken:
      return left + right;
    case ts.SyntaxKind.MinusToken:
      return left - right;
    case ts.SyntaxKind.AsteriskToken:
      return left * right;
    case ts.SyntaxKind.SlashToken:
      return left / right;
    case ts.SyntaxKind.PercentToken:
      return left % right;
    case ts.SyntaxKind.AsteriskAsteriskToken:
      return left ** right;
    default:
      return undefined;
  }
}

/** More bits than any column has; a power beyond them could take all memory. */
const maxExponent = 128n;

function onBigints(operator: ts.BinaryOperator, left: bigint, right: bigint): bigint | undefined {
  switch (operator) {
    case ts.SyntaxKind.PlusToken:
      return left + right;
    case ts.SyntaxKind.MinusToken:
      return left - right;
    case ts.SyntaxKind.AsteriskToken:
      return left * right;
    case ts.SyntaxKind.SlashToken:
      return right === 0n ? undefined : left / right;
    case ts.SyntaxKind.PercentToken:
      return right === 0n ? undefined : left % right;
    case ts.SyntaxKind.AsteriskAsteriskToken:
      return right < 0n || right > maxExponent ? undefined : left ** right;
    default:
      return undefined;
  }
}
