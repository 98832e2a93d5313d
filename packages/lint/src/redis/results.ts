import { ts } from "ts-morph";
import { calledName, isInlineFunction } from "../ts/nodes.js";

/** Tells of calls whether anybody looks at what they answer. Remembers: the calls of a chain share their answer. */
export class Results {
  private readonly known = new Map<ts.Node, boolean>();

  isDropped(node: ts.Node): boolean {
    const known = this.known.get(node);
    if (known !== undefined) return known;
    const dropped = this.judge(node);
    this.known.set(node, dropped);
    return dropped;
  }

  /** True for what a function that stands for itself answers as it is. */
  isReturned(node: ts.Node): boolean {
    const { parent } = node;
    if (parent === undefined) return false;
    if (ts.isAwaitExpression(parent) || ts.isParenthesizedExpression(parent)) return this.isReturned(parent);
    if (ts.isReturnStatement(parent)) return true;
    return ts.isArrowFunction(parent) && parent.body === node && !ts.isCallExpression(parent.parent);
  }

  private judge(node: ts.Node): boolean {
    const { parent } = node;
    if (parent === undefined) return false;
    if (ts.isExpressionStatement(parent) || ts.isVoidExpression(parent)) return true;
    if (ts.isAwaitExpression(parent) || ts.isParenthesizedExpression(parent) || ts.isNonNullExpression(parent))
      return this.isDropped(parent);
    if (ts.isArrowFunction(parent)) return parent.body === node && this.isCallbackDropped(parent);
    if (ts.isReturnStatement(parent)) {
      const fn = ts.findAncestor(parent, ts.isFunctionLike);
      return fn !== undefined && isInlineFunction(fn) && this.isCallbackDropped(fn);
    }
    // `Promise.all([a(), b()])`
    if (ts.isArrayLiteralExpression(parent)) return isGathered(parent) && this.isDropped(parent.parent);
    if (ts.isCallExpression(parent) && parent.expression !== node) return isGathered(node) && this.isDropped(parent);
    // `a().catch(...)`, `pipeline().a().exec()`: promises and batches know nothing else that looks at the answer.
    if (ts.isPropertyAccessExpression(parent) && ts.isCallExpression(parent.parent) && ts.isCallExpression(node))
      return parent.name.text !== "then" && !takesCallback(parent.parent) && this.isDropped(parent.parent);
    return false;
  }

  /** What the callback of `map` answers is what `Promise.all` is given. */
  private isCallbackDropped(fn: ts.Node): boolean {
    const call = fn.parent;
    if (call === undefined || !ts.isCallExpression(call) || call.expression === fn) return false;
    return calledName(call) === "forEach" || (/^(?:map|flatMap)$/.test(calledName(call)) && this.isDropped(call));
  }
}

/** `.exec((error, results) => ...)` */
function takesCallback(call: ts.CallExpression): boolean {
  return calledName(call) === "exec" && call.arguments.some(isInlineFunction);
}

function isGathered(node: ts.Node): boolean {
  const { parent } = node;
  if (parent === undefined || !ts.isCallExpression(parent)) return false;
  return /^(?:all|allSettled|race|any)$/.test(calledName(parent)) && parent.expression !== node;
}
