import { ts } from "ts-morph";
import { calledName, type FunctionNode, isInlineFunction, receiver, rootName, unwrap } from "./nodes.js";

/** How a call takes part in a transaction. */
export type TransactionCall =
  /** Runs `body` inside a transaction, whose connection is what `body` gets. */
  | { readonly kind: "callback"; readonly body: FunctionNode; readonly names: readonly string[] }
  /** Opens one on the connection called so. */
  | { readonly kind: "begin"; readonly names: readonly string[] }
  | { readonly kind: "end"; readonly name: string | undefined };

const BEGIN = /^(?:beginTransaction|startTransaction|begin)$/;
const END = /^(?:commit|rollback|commitTransaction|rollbackTransaction)$/;
const RUNS = /transaction/i;

export function transactionCall(call: ts.CallExpression): TransactionCall | undefined {
  const name = calledName(call);
  const object = receiver(call);
  const body = call.arguments.map(unwrap).find(isInlineFunction);
  if (
    body !== undefined &&
    (RUNS.test(name) || name === "begin" || (name === "execute" && hasCall(object, "transaction")))
  ) {
    // Callback style: the function only runs when the transaction has begun; its end is written inside it.
    if (BEGIN.test(name) && name !== "begin") return { kind: "begin", names: rooted(object) };
    return { kind: "callback", body, names: body.parameters.flatMap((p) => patternNames(p.name)) };
  }
  // Kysely: `const trx = await db.startTransaction().execute()`
  const isHeld =
    (name === "transaction" && object !== undefined) || (name === "execute" && hasCall(object, "startTransaction"));
  if (isHeld && body === undefined) {
    const variable = heldBy(call);
    return variable === undefined ? undefined : { kind: "begin", names: [variable] };
  }
  if (BEGIN.test(name) && object !== undefined) return { kind: "begin", names: rooted(object) };
  if (END.test(name) && object !== undefined) return { kind: "end", name: rootName(object) };
  return undefined;
}

function rooted(object: ts.Expression | undefined): readonly string[] {
  const name = object && rootName(object);
  return name === undefined ? [] : [name];
}

/** `db.transaction().setIsolationLevel("read committed").execute(...)` */
function hasCall(object: ts.Expression | undefined, name: string): boolean {
  for (let at = object; at !== undefined && ts.isCallExpression(at); at = receiver(at))
    if (calledName(at) === name) return true;
  return false;
}

/** `t` in `const t = await sequelize.transaction()`, also without `const`. */
function heldBy(call: ts.CallExpression): string | undefined {
  const value = ts.isAwaitExpression(call.parent) ? call.parent : call;
  const holder = value.parent;
  if (ts.isVariableDeclaration(holder) && ts.isIdentifier(holder.name)) return holder.name.text;
  return ts.isBinaryExpression(holder) && ts.isIdentifier(holder.left) ? holder.left.text : undefined;
}

function patternNames(name: ts.BindingName): readonly string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : patternNames(element.name)));
}

const HANDED_OVER = /^(?:trx|tx|t|transaction|conn|connection|manager|entityManager|em|queryRunner|qr)$/;

/** A parameter by which a caller hands over its open transaction, judged by its name. */
export function handedOver(fn: ts.SignatureDeclaration): string | undefined {
  return fn.parameters.flatMap((p) => patternNames(p.name)).find((name) => HANDED_OVER.test(name));
}

/** `@Transactional()` above a method: all of its body is one transaction. */
export function isTransactional(fn: ts.SignatureDeclaration): boolean {
  if (!ts.isMethodDeclaration(fn)) return false;
  return (ts.getDecorators(fn) ?? []).some((decorator) => RUNS.test(decorator.expression.getText()));
}
