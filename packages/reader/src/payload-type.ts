import type { ImportedType, PayloadType } from "@queuegen/model";
import { ts } from "ts-morph";
import { jsDocOf } from "./js-doc.js";
import { isRelative } from "./modules.js";
import { report, type Scope } from "./reading.js";
import { rangeOf } from "./source-range.js";

export interface ReadPayload {
  readonly type: PayloadType;
  /** JSDoc of the type's declaration, where the type is one of the project by its name alone. */
  readonly doc: string | undefined;
}

/** How generated code names the type argument of `json<...>()`; `undefined` after telling why it cannot. */
export function readPayloadType(node: ts.TypeNode, scope: Scope): ReadPayload | undefined {
  const references = findReferences(node, scope);
  const found = references.flatMap((reference) => {
    const type = importedType(reference, scope);
    return type ? [{ reference, type }] : [];
  });
  if (found.length < references.length) return undefined;
  const type = compose(node, found, scope.module.source);
  return { type, doc: type.kind === "import" ? docOf(type, scope) : undefined };
}

/** A name in a type that is no global, or something that no text outside this file can say. */
type Reference = ts.EntityName | ts.ImportTypeNode | ts.TypeQueryNode | ts.ComputedPropertyName;

function findReferences(node: ts.Node, scope: Scope): readonly Reference[] {
  if (ts.isImportTypeNode(node) || ts.isTypeQueryNode(node)) return [node];
  if (ts.isComputedPropertyName(node)) return ts.isStringLiteralLike(node.expression) ? [] : [node];
  const found: Reference[] = [];
  if (ts.isTypeReferenceNode(node) && isForeign(firstName(node.typeName), scope)) found.push(node.typeName);
  node.forEachChild((child) => {
    found.push(...findReferences(child, scope));
  });
  return found;
}

function firstName(name: ts.EntityName): string {
  return ts.isIdentifier(name) ? name.text : firstName(name.left);
}

/** Whether the file declares or imports the name; all others are globals and type parameters. */
function isForeign(name: string, { module }: Scope): boolean {
  return module.bindings.types.has(name) || module.bindings.imports.has(name);
}

interface FoundReference {
  readonly reference: Reference;
  readonly type: ImportedType;
}

/** The text of the type with its imported names cut out, in source order. */
function compose(node: ts.TypeNode, found: readonly FoundReference[], source: ts.SourceFile): PayloadType {
  const parts: (string | ImportedType)[] = [];
  let from = node.getStart(source);
  for (const { reference, type } of found) {
    parts.push(textBetween(source, from, reference.getStart(source)), type);
    from = reference.getEnd();
  }
  parts.push(textBetween(source, from, node.getEnd()));
  const filled = parts.filter((part) => part !== "");
  const [only] = filled;
  if (filled.length > 1 || only === undefined) return { kind: "composed", parts: filled };
  return typeof only === "string" ? { kind: "inline", text: only } : only;
}

function textBetween(source: ts.SourceFile, start: number, end: number): string {
  return source.text.slice(start, end).replaceAll("\r\n", "\n");
}

function importedType(reference: Reference, scope: Scope): ImportedType | undefined {
  if (ts.isIdentifier(reference)) return importedName(reference, scope);
  if (ts.isQualifiedName(reference)) return importedMember(reference, scope);
  if (ts.isImportTypeNode(reference)) return importedInline(reference, scope);
  return tell(reference, scope, "refers to a value of this file");
}

/** `Payload` */
function importedName(name: ts.Identifier, scope: Scope): ImportedType | undefined {
  const { module } = scope;
  const imported = module.bindings.imports.get(name.text);
  if (imported?.imported === "*") return tell(name, scope, "is a whole file and not one type");
  if (imported) return importedFrom(imported.specifier, imported.imported, name, scope);
  for (const [exportName, binding] of module.bindings.exports) {
    if (exportName !== "default" && binding.kind === "local" && binding.name === name.text) {
      return { kind: "import", name: exportName, from: module.file, bare: false };
    }
  }
  return tell(name, scope, "is not exported");
}

/** `types.Payload` of a namespace import */
function importedMember({ left, right }: ts.QualifiedName, scope: Scope): ImportedType | undefined {
  const namespace = ts.isIdentifier(left) ? scope.module.bindings.imports.get(left.text) : undefined;
  return namespace?.imported === "*"
    ? importedFrom(namespace.specifier, right.text, right, scope)
    : tell(right, scope, "is a part of another name");
}

/** `import("./types.js").Payload` */
function importedInline(node: ts.ImportTypeNode, scope: Scope): ImportedType | undefined {
  const { argument, qualifier, typeArguments, isTypeOf } = node;
  const literal = ts.isLiteralTypeNode(argument) ? argument.literal : undefined;
  if (!literal || !ts.isStringLiteral(literal) || !qualifier || !ts.isIdentifier(qualifier)) {
    return tell(node, scope, "is no single name");
  }
  return typeArguments || isTypeOf
    ? tell(node, scope, "is no single name")
    : importedFrom(literal.text, qualifier.text, node, scope);
}

function importedFrom(specifier: string, name: string, node: ts.Node, scope: Scope): ImportedType | undefined {
  if (name === "default") return tell(node, scope, "is a default export, which has no name of its own");
  const file = scope.reading.modules.resolve(scope.module.file, specifier);
  if (file !== undefined) return { kind: "import", name, from: file, bare: false };
  if (isRelative(specifier)) return tell(node, scope, `is imported from "${specifier}", which is not there`);
  return { kind: "import", name, from: specifier, bare: true };
}

function docOf({ name, from, bare }: ImportedType, { reading }: Scope): string | undefined {
  const bindings = bare ? undefined : reading.modules.load(from)?.bindings;
  const exported = bindings?.exports.get(name);
  const declaration = exported?.kind === "local" ? bindings?.types.get(exported.name) : undefined;
  return declaration && jsDocOf(declaration);
}

function tell(node: ts.Node, { reading, module }: Scope, what: string): undefined {
  const text = node.getText(module.source).replace(/\s+/g, " ");
  const message = `Generated code cannot import the payload type \`${text}\`: it ${what}.`;
  const hint = "Export it by name from a file of the project: export interface Payload { ... }.";
  report(reading, "payload-type-not-exported", rangeOf(node, module.source), message, hint);
}
