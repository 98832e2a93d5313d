import { ts } from "ts-morph";
import type { Arm, Loop, StepPlace } from "../facts/redis.js";

/** Where a visitor of the program stands. */
export interface Standing {
  readonly place: StepPlace;
}

export function withLoop<At extends Standing>(at: At, loop: Loop): At {
  return { ...at, place: { ...at.place, loops: [...at.place.loops, loop] } };
}

export function withArm<At extends Standing>(at: At, branch: ts.Node, arm: number, leaves = false, isSure = false): At {
  const next: Arm = { branch: branch.pos * 1e7 + branch.end, arm, leaves, isSure };
  return { ...at, place: { ...at.place, arms: [...at.place.arms, next] } };
}

/** `a && b`, `a || b`, `a ?? b`: the right side is not reached in any case. */
export function isShortCut(node: ts.BinaryExpression): boolean {
  const { kind } = node.operatorToken;
  return (
    kind === ts.SyntaxKind.AmpersandAmpersandToken ||
    kind === ts.SyntaxKind.BarBarToken ||
    kind === ts.SyntaxKind.QuestionQuestionToken
  );
}

/** True where a statement, or the last one of a block, leaves the function or the turn of the loop. */
export function leaves(node: ts.Statement): boolean {
  const last = ts.isBlock(node) ? node.statements.at(-1) : node;
  return (
    last !== undefined &&
    (ts.isReturnStatement(last) ||
      ts.isThrowStatement(last) ||
      ts.isContinueStatement(last) ||
      ts.isBreakStatement(last))
  );
}
