import type { PayloadType } from "@queuegen/model";
import { ts } from "ts-morph";
import { jsDocOf } from "./js-doc.js";
import type { Module } from "./module.js";
import { isRelative } from "./modules.js";
import { report, type Scope } from "./reading.js";
import { rangeOf } from "./source-range.js";

export interface ReadPayload {
  readonly type: PayloadType;
  /** JSDoc of the type's declaration, where it is in the project. */
  readonly doc: string | undefined;
}

/** How generated code names the type argument of `json<...>()`; `undefined` after telling why it cannot. */
export function readPayloadType(node: ts.TypeNode, scope: Scope): ReadPayload | undefined {
  const named = namedType(node);
  if (named && isForeignName(named[0], scope)) return readNamed(named, node, scope);
  if (ts.isImportTypeNode(node)) return readImportType(node, scope);
  return readInline(node, scope);
}

/** `Payload` and `types.Payload` without type arguments. */
function namedType(node: ts.TypeNode): readonly [ts.Identifier, ts.Identifier?] | undefined {
  if (!ts.isTypeReferenceNode(node) || node.typeArguments) return undefined;
  const { typeName } = node;
  if (ts.isIdentifier(typeName)) return [typeName];
  return ts.isIdentifier(typeName.left) ? [typeName.left, typeName.right] : undefined;
}

/** Whether generated code would have to import the name: all but globals. */
function isForeignName({ text }: ts.Identifier, { module }: Scope): boolean {
  return module.bindings.types.has(text) || module.bindings.imports.has(text);
}

function readNamed(
  [name, member]: readonly [ts.Identifier, ts.Identifier?],
  node: ts.TypeNode,
  scope: Scope,
): ReadPayload | undefined {
  const { module } = scope;
  const imported = module.bindings.imports.get(name.text);
  if (imported) {
    const isNamespace = imported.imported === "*";
    if (isNamespace !== (member !== undefined)) return tell(node, scope, "is a part of another name");
    return importOf(imported.specifier, member?.text ?? imported.imported, node, scope);
  }
  const exported = [...module.bindings.exports].find(
    ([exportName, binding]) => exportName !== "default" && binding.kind === "local" && binding.name === name.text,
  );
  if (!exported || member) return tell(node, scope, "is not exported");
  const declaration = module.bindings.types.get(name.text);
  return {
    type: { kind: "import", name: exported[0], from: module.file, bare: false },
    doc: declaration && jsDocOf(declaration),
  };
}

/** `import("./types.js").Payload` */
function readImportType(node: ts.ImportTypeNode, scope: Scope): ReadPayload | undefined {
  const { argument, qualifier, typeArguments, isTypeOf } = node;
  const plain =
    ts.isLiteralTypeNode(argument) && ts.isStringLiteral(argument.literal) ? argument.literal.text : undefined;
  if (plain === undefined || !qualifier || !ts.isIdentifier(qualifier) || typeArguments || isTypeOf) {
    return tell(node, scope, "is more than a name");
  }
  return importOf(plain, qualifier.text, node, scope);
}

function importOf(specifier: string, name: string, node: ts.TypeNode, scope: Scope): ReadPayload | undefined {
  if (name === "default") return tell(node, scope, "is a default export, which has no name of its own");
  const { modules } = scope.reading;
  const file = modules.resolve(scope.module.file, specifier);
  if (file !== undefined) {
    return { type: { kind: "import", name, from: file, bare: false }, doc: docOf(name, modules.load(file)) };
  }
  if (isRelative(specifier)) return tell(node, scope, `is imported from "${specifier}", which is not there`);
  return { type: { kind: "import", name, from: specifier, bare: true }, doc: undefined };
}

function docOf(name: string, module: Module | undefined): string | undefined {
  const exported = module?.bindings.exports.get(name);
  const declaration = exported?.kind === "local" ? module?.bindings.types.get(exported.name) : undefined;
  return declaration && jsDocOf(declaration);
}

/** Copied as written, so it may name nothing but globals: `{ title: string }`, `Record<string, number>[]`. */
function readInline(node: ts.TypeNode, scope: Scope): ReadPayload | undefined {
  const foreign = findForeign(node, scope);
  if (foreign) return tell(node, scope, `needs the type \`${foreign}\`, which a copy of this text does not have`);
  const text = node.getText(scope.module.source).replaceAll("\r\n", "\n");
  return { type: { kind: "inline", text }, doc: undefined };
}

function findForeign(node: ts.Node, scope: Scope): string | undefined {
  if (ts.isTypeQueryNode(node) || ts.isImportTypeNode(node)) return node.getText(scope.module.source);
  if (ts.isTypeReferenceNode(node) || ts.isExpressionWithTypeArguments(node)) {
    const first = firstIdentifier(ts.isTypeReferenceNode(node) ? node.typeName : node.expression);
    if (first && isForeignName(first, scope)) return first.text;
  }
  // A computed key such as [CHANNEL] names a value of this file.
  if (ts.isComputedPropertyName(node) && !ts.isStringLiteralLike(node.expression))
    return node.getText(scope.module.source);
  return ts.forEachChild(node, (child) => findForeign(child, scope));
}

function firstIdentifier(node: ts.Node): ts.Identifier | undefined {
  if (ts.isQualifiedName(node)) return firstIdentifier(node.left);
  return ts.isIdentifier(node) ? node : undefined;
}

function tell(node: ts.TypeNode, { reading, module }: Scope, what: string): undefined {
  const text = node.getText(module.source).replace(/\s+/g, " ");
  const message = `Generated code cannot import the payload type \`${text.length > 60 ? `${text.slice(0, 60)}…` : text}\`: it ${what}.`;
  const hint =
    ts.isTypeReferenceNode(node) && !node.typeArguments
      ? "Export it by name from a file of the project: export interface Payload { ... }."
      : "Give it a name and export it: export type Payload = ...; then json<Payload>().";
  report(reading, "payload-type-not-exported", rangeOf(node, module.source), message, hint);
}
