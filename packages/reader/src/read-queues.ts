import {
  buildModel,
  checkTogether,
  type Declared,
  type Diagnostic,
  type ModeDesign,
  type QueueModel,
  sortDiagnostics,
} from "@queuegen/model";
import type { ReaderHost } from "./host.js";
import { readDeclarations } from "./read-declarations.js";

export interface ReadQueues {
  /** The valid ones, sorted by name. Complete only where no diagnostic is an error. */
  readonly models: readonly QueueModel[];
  /** Of all files, sorted by place. */
  readonly diagnostics: readonly Diagnostic[];
  readonly filesRead: readonly string[];
}

/** Schema files to models: reads, judges each queue, then all of them together. */
export function readQueues(files: readonly string[], host: ReaderHost, modes: readonly ModeDesign[]): ReadQueues {
  const { declarations, diagnostics, filesRead } = readDeclarations(files, host);
  const built = declarations.map((declaration) => ({ declaration, ...buildModel(declaration, modes) }));
  const valid = built.flatMap(({ declaration, model }): Declared[] => (model ? [{ declaration, model }] : []));
  return {
    models: valid.map(({ model }) => model).toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    diagnostics: sortDiagnostics([
      ...diagnostics,
      ...built.flatMap((result) => result.diagnostics),
      ...checkTogether(valid),
    ]),
    filesRead,
  };
}
