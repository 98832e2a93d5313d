import type { ts } from "ts-morph";
import type { ImportBinding, ValueBinding } from "./bindings.js";
import type { Module } from "./module.js";
import { isRelative, type Modules } from "./modules.js";

/** What a name stands for, imports and re-exports followed to their end. */
export type Target =
  | { readonly kind: "value"; readonly module: Module; readonly binding: ValueBinding }
  | { readonly kind: "expression"; readonly module: Module; readonly expression: ts.Expression }
  /** All exports of a project file. */
  | { readonly kind: "namespace"; readonly module: Module }
  /** Something of a package; `name` is "*" for all of it. */
  | { readonly kind: "package"; readonly specifier: string; readonly name: string }
  /** Nothing that can be found; the reason ends a sentence that starts with the name. */
  | { readonly kind: "missing"; readonly reason: string };

/** Resolves a name at the top level of a file; `undefined` where the file does not have it. */
export function targetOfName(name: string, module: Module, modules: Modules): Target | undefined {
  return localTarget(name, module, modules, new Set());
}

/** Resolves an export of a file. */
export function targetOfExport(name: string, module: Module, modules: Modules): Target {
  return (
    exportTarget(name, module, modules, new Set()) ?? { kind: "missing", reason: `is not exported by ${module.file}` }
  );
}

type Seen = ReadonlySet<string>;

function localTarget(name: string, module: Module, modules: Modules, seen: Seen): Target | undefined {
  const binding = module.bindings.values.get(name);
  if (binding) return { kind: "value", module, binding };
  const imported = module.bindings.imports.get(name);
  return imported && importTarget(imported, module, modules, seen);
}

function importTarget({ specifier, imported }: ImportBinding, from: Module, modules: Modules, seen: Seen): Target {
  const file = modules.resolve(from.file, specifier);
  const module = file === undefined ? undefined : modules.load(file);
  if (!module) {
    if (!isRelative(specifier)) return { kind: "package", specifier, name: imported };
    return { kind: "missing", reason: `is imported from "${specifier}", which is not there` };
  }
  if (imported === "*") return { kind: "namespace", module };
  return (
    exportTarget(imported, module, modules, seen) ?? { kind: "missing", reason: `is not exported by ${module.file}` }
  );
}

/** `seen` ends circles of re-exports. */
function exportTarget(name: string, module: Module, modules: Modules, seen: Seen): Target | undefined {
  const visit = `${name} ${module.file}`;
  if (seen.has(visit)) return undefined;
  const deeper = new Set([...seen, visit]);
  const found = module.bindings.exports.get(name);
  if (found?.kind === "local") return localTarget(found.name, module, modules, deeper);
  if (found?.kind === "expression") return { kind: "expression", module, expression: found.expression };
  if (found) return importTarget(found, module, modules, deeper);
  for (const specifier of name === "default" ? [] : module.bindings.stars) {
    const target = importTarget({ specifier, imported: name }, module, modules, deeper);
    if (target.kind !== "missing" && !isForeign(target)) return target;
  }
  return undefined;
}

/** `export * from "package"` may or may not hold the name; only our own package is known. */
function isForeign(target: Target): boolean {
  return target.kind === "package" && target.specifier !== "queuegen";
}
