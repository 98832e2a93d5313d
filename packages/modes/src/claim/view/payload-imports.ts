import type { ColumnModel, PayloadType, QueueModel } from "@queuegen/model";
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
  const modules = new Map<string, Map<string, string>>();
  for (const column of payloadColumns(model)) {
    const payload = payloadOf(column);
    if (payload?.kind !== "import") continue;
    const from = payload.bare ? payload.from : importPath(folder, payload.from, settings.importExtension);
    const names = modules.get(from) ?? new Map<string, string>();
    modules.set(from, names);
    if (!names.has(payload.name)) names.set(payload.name, freeName(payload.name, taken));
  }
  return {
    imports: [...modules]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([from, names]) => importType([...names].map(importName).sort(), from)),
    typeOf: (column) => {
      const payload = payloadOf(column);
      if (payload === undefined) return "unknown";
      if (payload.kind === "inline") return payload.text;
      const from = payload.bare ? payload.from : importPath(folder, payload.from, settings.importExtension);
      return modules.get(from)?.get(payload.name) ?? payload.name;
    },
  };
}

function payloadOf(column: ColumnModel): PayloadType | undefined {
  return column.type.kind === "json" ? column.type.payload : undefined;
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
