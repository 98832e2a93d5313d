import type { QueueModel } from "@queuegen/model";
import type { ImportExtension } from "./import-path.js";

/** What generated files depend on beside the queue itself. Paths are relative to the project root, forward slashes. */
export interface FileSettings {
  /** Folder of the generated files. */
  readonly generated: string;
  readonly importExtension: ImportExtension;
  /** The user's Kysely database interface, for the transaction type of handlers. */
  readonly database: { readonly file: string; readonly name: string } | undefined;
}

/** One file of a queue: which template prints it, and from what. */
export interface PlannedFile {
  /** Relative to the folder of the generated files. */
  readonly path: string;
  /** Name of the template: `claim/consumer.ts`. */
  readonly template: string;
  /** Plain data: own properties only, no getters, strings that are already safe where they will stand. */
  readonly view: Readonly<Record<string, unknown>>;
}

/** The files of one queue, in any order. */
export type PlanFiles = (model: QueueModel, settings: FileSettings) => readonly PlannedFile[];
