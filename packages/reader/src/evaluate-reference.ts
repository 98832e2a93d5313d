import type { StaticValue } from "@queuegen/model";
import { ts } from "ts-morph";
import type { ValueBinding } from "./bindings.js";
import { evaluate } from "./evaluate.js";
import { memberNamed, valueOfMember } from "./evaluate-enum.js";
import type { Module } from "./module.js";
import { once } from "./once.js";
import { notStatic, type Scope } from "./reading.js";
import { rangeOf } from "./source-range.js";
import { type Target, targetOfExport, targetOfName } from "./target.js";

/** The value of a const or enum member by its name. */
export function evaluateName(node: ts.Identifier, scope: Scope): StaticValue {
  const { members = [] } = scope;
  const member = memberNamed(node.text, members);
  if (member) return place(valueOfMember(member, members, scope.module, { node, scope }), node, scope);
  const target = targetOfName(node.text, scope.module, scope.reading.modules);
  if (target) return place(valueOfTarget(target, node, scope), node, scope);
  const global = node.text === "NaN" || node.text === "Infinity" || node.text === "undefined";
  return notStatic(node, scope, global ? "is no value that a schema can use" : "is not declared in this file");
}

/** `limits.lease`, `Channel.Mail`, `constants.LEASE` of a namespace import, `list[0]`. */
export function evaluateAccess(
  node: ts.PropertyAccessExpression | ts.ElementAccessExpression,
  scope: Scope,
): StaticValue {
  if (isGlobal(node, scope)) return notStatic(node, scope, "is not known before the program runs");
  const key = accessKey(node, scope);
  if (key === undefined) return { kind: "unknown", at: rangeOf(node, scope.module.source) };
  const target = targetOf(node.expression, scope);
  if (target?.kind === "namespace" && !isJson(target.module)) {
    return place(valueOfTarget(targetOfExport(key, target.module, scope.reading.modules), node, scope), node, scope);
  }
  if (target?.kind === "value" && target.binding.kind === "enum") {
    const { binding, module } = target;
    const member = memberNamed(key, binding.members);
    if (!member) return notStatic(node, scope, "is no member of this enum");
    return place(valueOfMember(member, binding.members, module, { node, scope }), node, scope);
  }
  return property(evaluate(node.expression, scope), key, node, scope);
}

/** `process.env.X`, `Number.MAX_VALUE`: the name at its start is declared nowhere in the file. */
function isGlobal(node: ts.Expression, scope: Scope): boolean {
  if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) {
    return isGlobal(node.expression, scope);
  }
  return ts.isIdentifier(node) && targetOf(node, scope) === undefined;
}

/** What an expression refers to, where it is a name or a property of a namespace. */
export function targetOf(node: ts.Expression, scope: Scope): Target | undefined {
  if (ts.isIdentifier(node)) return targetOfName(node.text, scope.module, scope.reading.modules);
  if (!ts.isPropertyAccessExpression(node)) return undefined;
  const left = targetOf(node.expression, scope);
  if (left?.kind === "namespace") return targetOfExport(node.name.text, left.module, scope.reading.modules);
  if (left?.kind === "package" && left.name === "*") return { ...left, name: node.name.text };
  return undefined;
}

function valueOfTarget(target: Target, node: ts.Node, scope: Scope): StaticValue {
  switch (target.kind) {
    case "missing":
      return notStatic(node, scope, target.reason);
    case "package":
      return notStatic(node, scope, `comes from the package "${target.specifier}", which is not read`);
    case "namespace":
      return isJson(target.module)
        ? valueOfTarget(targetOfExport("default", target.module, scope.reading.modules), node, scope)
        : notStatic(node, scope, "is a whole file and not one value");
    case "expression":
      return once(target.expression, { node, scope }, () =>
        evaluate(target.expression, { reading: scope.reading, module: target.module }),
      );
    case "value":
      return valueOfBinding(target.binding, target.module, node, scope);
  }
}

function valueOfBinding(binding: ValueBinding, module: Module, node: ts.Node, scope: Scope): StaticValue {
  if (binding.kind === "const") {
    const { initializer } = binding;
    return once(initializer, { node, scope }, () => evaluate(initializer, { reading: scope.reading, module }));
  }
  return notStatic(node, scope, binding.kind === "enum" ? "is a whole enum and not one value" : `is ${binding.what}`);
}

function accessKey(node: ts.PropertyAccessExpression | ts.ElementAccessExpression, scope: Scope): string | undefined {
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  const value = evaluate(node.argumentExpression, scope);
  if (value.kind === "scalar" && value.value !== null) return String(value.value);
  if (value.kind !== "unknown") notStatic(node.argumentExpression, scope, "is no key");
  return undefined;
}

function property(value: StaticValue, key: string, node: ts.Node, scope: Scope): StaticValue {
  if (value.kind === "unknown") return value;
  const found =
    value.kind === "object"
      ? value.entries.find((entry) => entry.key === key)?.value
      : value.kind === "array"
        ? value.items[Number(key)]
        : undefined;
  return found ? place(found, node, scope) : notStatic(node, scope, "is not there");
}

/** A plain value is shown where it is used, not where its const stands. */
function place(value: StaticValue, node: ts.Node, { module }: Scope): StaticValue {
  return value.kind === "scalar" || value.kind === "unknown" ? { ...value, at: rangeOf(node, module.source) } : value;
}

function isJson(module: Module): boolean {
  return module.file.endsWith(".json");
}
