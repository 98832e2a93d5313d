import type { StaticValue } from "@queuegen/model";
import { ts } from "ts-morph";
import { evaluate } from "./evaluate.js";
import type { Module } from "./module.js";
import { once, type Use } from "./once.js";
import { notStatic, type Scope } from "./reading.js";
import { rangeOf } from "./source-range.js";

/** The member of an enum by its name. */
export function memberNamed(name: string, members: readonly ts.EnumMember[]): ts.EnumMember | undefined {
  return members.find((member) => {
    const { name: own } = member;
    return (ts.isIdentifier(own) || ts.isStringLiteralLike(own)) && own.text === name;
  });
}

/** The value of a member of an enum in `module`. Members without an initializer count on from the one before. */
export function valueOfMember(
  member: ts.EnumMember,
  members: readonly ts.EnumMember[],
  module: Module,
  use: Use,
): StaticValue {
  const scope: Scope = { reading: use.scope.reading, module, members };
  return once(member, use, () => {
    if (member.initializer) return evaluate(member.initializer, scope);
    const previous = members[members.indexOf(member) - 1];
    const at = rangeOf(member, module.source);
    if (!previous || previous.parent !== member.parent) return { kind: "scalar", value: 0, at };
    const before = valueOfMember(previous, members, module, use);
    if (before.kind === "unknown") return before;
    if (before.kind !== "scalar" || typeof before.value !== "number") {
      return notStatic(member, scope, "has no number to count on from");
    }
    return { kind: "scalar", value: before.value + 1, at };
  });
}
