import { ts } from "ts-morph";
import type { Deed } from "../../facts/program.js";
import type { Bindings } from "../bindings.js";
import { calledName, isFunctionNode, receiver, rootName, shortCall, spanOf } from "../nodes.js";

const CLASSES = /^(?:Redis|IORedis|PrismaClient|Kysely|Sequelize|DataSource)$/;
const OF_BULL = /^(?:Queue|FlowProducer|QueueEvents|Worker)$/;
const BULL = /^(?:bullmq|bull)$/;

/** A connection, or a pool of them, that is made here and not kept for longer. */
export function connectionMade(node: ts.CallExpression | ts.NewExpression, bindings: Bindings): Deed | undefined {
  const isMade = ts.isNewExpression(node) ? isClient(node, bindings) : connects(node, bindings);
  if (!isMade || isKept(node, bindings)) return undefined;
  const text = ts.isCallExpression(node) ? shortCall(node) : `new ${node.expression.getText()}(...)`;
  return { text, span: spanOf(node) };
}

function isClient(node: ts.NewExpression, bindings: Bindings): boolean {
  const { expression } = node;
  const name = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
  if (!ts.isIdentifier(name)) return false;
  const imported = ts.isIdentifier(expression) ? bindings.find(expression)?.imported : undefined;
  if (OF_BULL.test(name.text)) return imported !== undefined && BULL.test(imported.module);
  // A class of the project's own may be called so.
  return CLASSES.test(name.text) && (imported === undefined || !imported.module.startsWith("."));
}

function connects(node: ts.CallExpression, bindings: Bindings): boolean {
  const name = calledName(node);
  const object = receiver(node);
  const root = object === undefined ? undefined : rootName(object);
  const callee = node.expression;
  const local = ts.isIdentifier(callee) ? bindings.find(callee) : undefined;
  const module = local?.imported?.module ?? moduleOf(object, bindings);
  if (/^(?:createConnection|createPool|createPoolCluster)$/.test(name))
    return (
      /^(?:mysql2?|mariadb|promise-mysql|typeorm)(?:\/|$)/.test(module ?? "") ||
      /^(?:mysql2?|mariadb)$/i.test(root ?? "")
    );
  if (name === "createClient") return /^(?:redis|@redis\/client)$/.test(module ?? "") || root === "redis";
  return (
    name === "knex" &&
    object === undefined &&
    node.arguments[0] !== undefined &&
    ts.isObjectLiteralExpression(node.arguments[0])
  );
}

function moduleOf(object: ts.Expression | undefined, bindings: Bindings): string | undefined {
  return object !== undefined && ts.isIdentifier(object) ? bindings.find(object)?.imported?.module : undefined;
}

/** Stored in something that outlives the job: `client ??= ...`, `this.pool = ...`, `pools.set(key, ...)`. */
function isKept(node: ts.Node, bindings: Bindings): boolean {
  const fn = ts.findAncestor(node, isFunctionNode);
  for (let at = node; at.parent !== undefined && !isFunctionNode(at.parent); at = at.parent) {
    const { parent } = at;
    if (ts.isBinaryExpression(parent) && parent.right === at && isAssignment(parent.operatorToken.kind)) {
      if (!ts.isIdentifier(parent.left)) return true;
      const declared = bindings.find(parent.left);
      return declared === undefined || fn === undefined || declared.node.pos < fn.pos || declared.node.end > fn.end;
    }
    if (ts.isCallExpression(parent) && parent.expression !== at && /^(?:set|push|add)$/.test(calledName(parent)))
      return true;
    if (ts.isStatement(parent) && !ts.isExpressionStatement(parent)) return false;
  }
  return false;
}

function isAssignment(kind: ts.SyntaxKind): boolean {
  return (
    kind === ts.SyntaxKind.EqualsToken ||
    kind === ts.SyntaxKind.QuestionQuestionEqualsToken ||
    kind === ts.SyntaxKind.BarBarEqualsToken
  );
}
