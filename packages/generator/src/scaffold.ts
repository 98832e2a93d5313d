import type { QueueNames } from "@queuegen/model";
import { folderOf, importPath } from "@queuegen/modes";
import { renderer } from "./render.js";
import type { GenerateSettings } from "./settings.js";

/** A file that is written once and then belongs to the user. */
export interface Scaffold {
  /** Relative to the project root, forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** What a new queue is called. */
export interface NewQueue extends QueueNames {
  readonly name: string;
  readonly mode: string;
}

/** The declaration of a new queue. `path`: where it goes. */
export function schemaScaffold(queue: NewQueue, path: string, settings: GenerateSettings): Scaffold {
  const { name, key, pascal, table } = queue;
  const view = { name, key, pascal, table, handler: handlerPath(name, settings) };
  return { path, text: renderer(settings.templates)(`scaffold/${queue.mode}.queue.ts`, view, `queue "${queue.name}"`) };
}

/** The declaration of a queue on a table that is there; `view` is made from that table. */
export function adoptedSchemaScaffold(
  queue: NewQueue,
  view: object,
  path: string,
  settings: GenerateSettings,
): Scaffold {
  const template = "scaffold/adopted.queue.ts";
  return { path, text: renderer(settings.templates)(template, view, `queue "${queue.name}"`) };
}

export function handlerScaffold(queue: NewQueue, settings: GenerateSettings): Scaffold {
  const path = handlerPath(queue.name, settings);
  const consumer = importPath(
    folderOf(path),
    `${settings.generated}/${queue.name}/consumer.ts`,
    settings.importExtension,
  );
  const view = { name: queue.name, pascal: queue.pascal, consumer };
  const own = `scaffold/${queue.mode}-handler.ts`;
  const template = Object.hasOwn(settings.templates, own) ? own : "scaffold/handler.ts";
  return { path, text: renderer(settings.templates)(template, view, `queue "${queue.name}"`) };
}

/** The worker entry, made for the first queue. */
export function workerScaffold(queue: NewQueue, settings: GenerateSettings): Scaffold {
  const from = folderOf(settings.worker);
  const { database, importExtension } = settings;
  const view = {
    database: database ? { name: database.name, from: importPath(from, database.file, importExtension) } : false,
    key: queue.key,
    pascal: queue.pascal,
    registry: importPath(from, `${settings.generated}/registry.ts`, settings.importExtension),
    handler: importPath(from, handlerPath(queue.name, settings), settings.importExtension),
  };
  return {
    path: settings.worker,
    text: renderer(settings.templates)("scaffold/worker.ts", view, `queue "${queue.name}"`),
  };
}

/** The two lines that a further queue needs in the worker entry, which belongs to the user. */
export function workerLines(
  queue: NewQueue,
  settings: GenerateSettings,
): readonly [importLine: string, handlerEntry: string] {
  const handler = importPath(folderOf(settings.worker), handlerPath(queue.name, settings), settings.importExtension);
  return [`import { handle${queue.pascal} } from ${JSON.stringify(handler)};`, `${queue.key}: handle${queue.pascal},`];
}

/** Where the handler of a queue is. */
export function handlerPath(name: string, settings: Pick<GenerateSettings, "handlers">): string {
  return `${settings.handlers}/${name}.ts`;
}
