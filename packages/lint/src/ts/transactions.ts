import { ts } from "ts-morph";
import type { Bindings } from "./bindings.js";
import { heldBy, namedFunction, ownFunction, patternNames } from "./function-calls.js";
import { calledName, isInlineFunction, receiver, rootName, unwrap } from "./nodes.js";

/** How a call takes part in a transaction. */
export type TransactionCall =
  /** Runs `body` inside a transaction, whose connection is what `body` gets. */
  | { readonly kind: "callback"; readonly body: ts.FunctionLikeDeclaration; readonly names: readonly string[] }
  /** Opens one on the connection called so. */
  | { readonly kind: "begin"; readonly names: readonly string[] }
  | { readonly kind: "end"; readonly name: string | undefined };

const BEGIN = /^(?:beginTransaction|startTransaction|begin)$/;
const END = /^(?:commit|rollback|commitTransaction|rollbackTransaction)$/;
const RUNS = /transaction/i;

export function transactionCall(call: ts.CallExpression, bindings: Bindings): TransactionCall | undefined {
  const name = calledName(call);
  const object = receiver(call);
  const runs = RUNS.test(name) || name === "begin" || (name === "execute" && hasCall(object, "transaction"));
  const body = bodyOf(call, runs, bindings);
  if (body !== undefined) {
    // Callback style: the function only runs when the transaction has begun; its end is written inside it.
    if (BEGIN.test(name) && name !== "begin") return { kind: "begin", names: rooted(object) };
    return { kind: "callback", body, names: body.parameters.flatMap((p) => patternNames(p.name)) };
  }
  // Kysely: `const trx = await db.startTransaction().execute()`
  const isHeld =
    (name === "transaction" && object !== undefined) || (name === "execute" && hasCall(object, "startTransaction"));
  if (isHeld && !call.arguments.some((argument) => isInlineFunction(unwrap(argument)))) {
    const variable = heldBy(call);
    return variable === undefined ? undefined : { kind: "begin", names: [variable] };
  }
  if (BEGIN.test(name) && object !== undefined) return { kind: "begin", names: rooted(object) };
  if (END.test(name) && object !== undefined) return { kind: "end", name: rootName(object) };
  return undefined;
}

/** The function that a call runs in a transaction, written in place or named. */
function bodyOf(call: ts.CallExpression, runs: boolean, bindings: Bindings): ts.FunctionLikeDeclaration | undefined {
  const inline = call.arguments.map(unwrap).find(isInlineFunction);
  if (inline === undefined) {
    if (!runs) return undefined;
    for (const argument of call.arguments) {
      const named = namedFunction(argument, bindings);
      if (named !== undefined) return named;
    }
    return undefined;
  }
  return runs || isWrapper(call, inline, bindings) ? inline : undefined;
}

const HANDS_OVER = /^(?:trx|tx|transaction)$/;
/** What their callbacks get is an element or a result. */
const OF_LISTS = /^(?:map|forEach|flatMap|filter|find|findLast|findIndex|some|every|reduce|sort|then|catch|on|once)$/;
const CONNECTION = /^(?:conn|connection|manager|entityManager|em|queryRunner|qr|client|db|t)$/;
const WRAPS = /tx|trx|transact|atomic|unitOfWork/i;

/** `inTx(async (conn) => ...)`: a function of the user's own that runs its callback in a transaction. */
function isWrapper(call: ts.CallExpression, callback: ts.SignatureDeclaration, bindings: Bindings): boolean {
  if (OF_LISTS.test(calledName(call))) return false;
  const names = callback.parameters.flatMap((p) => patternNames(p.name));
  if (names.some((name) => HANDS_OVER.test(name))) return true;
  if (WRAPS.test(calledName(call)) && names.some((name) => CONNECTION.test(name))) return true;
  const fn = ownFunction(call, bindings);
  return fn !== undefined && beginsAndCalls(fn);
}

const begins = new WeakMap<ts.Node, boolean>();

/** True for a function that begins a transaction and calls a function it was given. */
function beginsAndCalls(fn: ts.FunctionLikeDeclaration): boolean {
  const known = begins.get(fn);
  if (known !== undefined) return known;
  const given = new Set(fn.parameters.flatMap((p) => patternNames(p.name)));
  let [hasBegun, calls] = [false, false];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      if (BEGIN.test(calledName(node)) || /^["'`](?:BEGIN|START TRANSACTION)/i.test(firstArgument(node)))
        hasBegun = true;
      if (receiver(node) === undefined && given.has(calledName(node))) calls = true;
    }
    ts.forEachChild(node, visit);
  };
  if (fn.body !== undefined) visit(fn.body);
  begins.set(fn, hasBegun && calls);
  return hasBegun && calls;
}

function firstArgument(call: ts.CallExpression): string {
  const [first] = call.arguments;
  return first !== undefined && ts.isStringLiteralLike(first) ? first.getText() : "";
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
