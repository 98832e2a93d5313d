import type { Diagnostic, SourceRange, StaticUnknown, StaticValue } from "@queuegen/model";
import type { ts } from "ts-morph";
import type { Module } from "./module.js";
import type { Modules } from "./modules.js";
import { rangeOf } from "./source-range.js";

/** What one reading of a project shares. */
export interface Reading {
  readonly modules: Modules;
  readonly diagnostics: Diagnostic[];
  /** Values of consts and enum members by their node: each is evaluated, and told about, once. */
  readonly values: Map<ts.Node, StaticValue>;
  /** Those being evaluated, to notice a circle. */
  readonly active: Set<ts.Node>;
}

/** Where an expression stands. */
export interface Scope {
  readonly reading: Reading;
  readonly module: Module;
  /** Members that an enum initializer may name without the enum. */
  readonly members?: readonly ts.EnumMember[];
}

export const packageName = "queuegen";

/** Most characters of a text, and items of a list, that a schema can need; guards against doubling consts. */
export const maxSize = 100_000;

const allowed =
  "A schema is read, never run. It may use literals, template strings, arithmetic, consts and enum members of this file or of imported project files, object spread, and column helpers.";

/** Tells that an expression cannot be read, and stands in for its value. `what` ends the sentence after the expression. */
export function notStatic(node: ts.Node, { reading, module }: Scope, what: string): StaticUnknown {
  const at = rangeOf(node, module.source);
  report(reading, "schema-not-static", at, `\`${shorten(node.getText(module.source))}\` ${what}.`, allowed);
  return { kind: "unknown", at };
}

export function report(reading: Reading, code: string, at: SourceRange, message: string, hint: string): void {
  reading.diagnostics.push({ code, severity: "error", message, hint, at });
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > 50 ? `${line.slice(0, 49)}…` : line;
}
