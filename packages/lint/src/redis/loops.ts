import { ts } from "ts-morph";
import type { Loop } from "../facts/redis.js";
import { wordsOf } from "../facts/redis-keys.js";
import { calledName, receiver, unwrap } from "../ts/nodes.js";

/** Words of a flag that tells a worker to go on or to stop. */
const FLAGS = new Set(
  (
    "run running runs ran stop stopped stopping shutdown shutting down closed closing alive active aborted abort done exit exiting quit " +
    "quitting ended cancelled canceled loop looping keep working started listening enabled destroyed draining signal polling terminated"
  ).split(" "),
);

function isFlag(name: string): boolean {
  return wordsOf(name).some((word) => FLAGS.has(word));
}

export function loopOf(node: ts.IterationStatement): Loop {
  if (ts.isForOfStatement(node) || ts.isForInStatement(node)) return { id: node.pos, kind: "each" };
  const condition = ts.isForStatement(node) ? node.condition : (node as ts.WhileStatement | ts.DoStatement).expression;
  return { id: node.pos, kind: condition === undefined || isEndless(condition, 0) ? "endless" : "other" };
}

/** `true`, a flag, `Date.now() < deadline` */
function isEndless(condition: ts.Expression, depth: number): boolean {
  const inner = unwrap(condition);
  if (depth > 5) return false;
  if (inner.kind === ts.SyntaxKind.TrueKeyword || (ts.isNumericLiteral(inner) && inner.text !== "0")) return true;
  if (ts.isPrefixUnaryExpression(inner)) return isEndless(inner.operand, depth + 1);
  if (ts.isIdentifier(inner)) return isFlag(inner.text);
  if (ts.isPropertyAccessExpression(inner)) return isFlag(inner.name.text);
  if (ts.isCallExpression(inner)) return inner.arguments.length === 0 && isFlag(calledName(inner));
  if (!ts.isBinaryExpression(inner)) return false;
  const { left, right, operatorToken } = inner;
  if (operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken)
    return isEndless(left, depth + 1) || isEndless(right, depth + 1);
  return isNow(left) || isNow(right);
}

function isNow(node: ts.Expression): boolean {
  const inner = unwrap(node);
  if (ts.isBinaryExpression(inner)) return isNow(inner.left);
  if (!ts.isCallExpression(inner) || calledName(inner) !== "now") return false;
  const object = receiver(inner);
  return object !== undefined && ts.isIdentifier(object) && /^(?:Date|performance)$/.test(object.text);
}

const TIMERS = /^(?:setInterval|setTimeout|setImmediate|nextTick|schedule|cron|CronJob|scheduleJob)$/;
/** Who calls a function later, for another reason than that the line is reached. */
const LATER =
  /^(?:setInterval|setTimeout|setImmediate|nextTick|schedule|scheduleJob|on|once|addListener|addEventListener|subscribe|psubscribe|pSubscribe|use|get|post|put|patch|delete|all|route|command|action|describe|it|test|beforeEach|afterEach|beforeAll|afterAll)$/;

export function isTimer(name: string): boolean {
  return TIMERS.test(name);
}

/** True where the function handed to a call is part of what the caller does then and there. `Promise.all` takes none. */
export function runsLater(name: string): boolean {
  return LATER.test(name);
}

export function isEach(name: string): boolean {
  return /^(?:map|forEach|flatMap|filter|some|every|reduce|find|each|eachSeries|eachLimit|mapSeries|pMap|mapLimit)$/.test(
    name,
  );
}
