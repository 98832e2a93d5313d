import type { ColumnModel, ImportedType, PayloadType, QueueModel } from "@queuegen/model";
import { importPath } from "../../import-path.js";
import { importType } from "../../layout.js";
import type { FileSettings } from "../../planned-file.js";
import { payloadColumns } from "../sql/read.js";

/** The JSON payload types of a queue as its table file names them. */
export interface PayloadImports {
  /** `import type` statements, sorted by module. */
  readonly imports: readonly string[];
  /** Type of a JSON column in this file. */
  readonly typeOf: (column: ColumnModel) => string;
}

/** Two types of one name, or one that the file itself declares, are told apart by an alias. */
export function payloadImports(model: QueueModel, folder: string, settings: FileSettings): PayloadImports {
  const taken = new Set([...["Table", "Row", "Job", "New", "Status"].map((word) => model.pascal + word), "Column"]);
  const moduleOf = (type: ImportedType) =>
    type.bare ? type.from : importPath(folder, type.from, settings.importExtension);
  const modules = new Map<string, Map<string, string>>();
  for (const type of payloadColumns(model).flatMap(importedTypes)) {
    const names = modules.get(moduleOf(type)) ?? new Map<string, string>();
    modules.set(moduleOf(type), names);
    if (!names.has(type.name)) names.set(type.name, freeName(type.name, taken));
  }
  const localName = (type: ImportedType) => modules.get(moduleOf(type))?.get(type.name) ?? type.name;
  return {
    imports: [...modules]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([from, names]) => importType([...names].map(importName).sort(), from)),
    typeOf: (column) => printPayload(payloadOf(column), localName),
  };
}

function payloadOf(column: ColumnModel): PayloadType | undefined {
  return column.type.kind === "json" ? column.type.payload : undefined;
}

function importedTypes(column: ColumnModel): readonly ImportedType[] {
  const payload = payloadOf(column);
  if (payload?.kind === "import") return [payload];
  return payload?.kind === "composed" ? payload.parts.filter((part) => typeof part !== "string") : [];
}

function printPayload(payload: PayloadType | undefined, localName: (type: ImportedType) => string): string {
  switch (payload?.kind) {
    case undefined:
      return "unknown";
    case "import":
      return localName(payload);
    case "inline":
      return payload.text;
    case "composed":
      return payload.parts.map((part) => (typeof part === "string" ? part : localName(part))).join("");
  }
}

function importName([name, local]: readonly [string, string]): string {
  return name === local ? name : `${name} as ${local}`;
}

function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let n = 1; taken.has(free); n++) free = `${name}Payload${n === 1 ? "" : n}`;
  taken.add(free);
  return free;
}
