import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { ConfigError } from "../../errors.js";
import type { Handler } from "../context.js";
import type { Events } from "../events.js";
import type { Log } from "../log.js";
import type { Registration } from "../registry.js";
import { ChildPool } from "./child-pool.js";
import { HandlerModule, handlerOf, loadModule } from "./handler-module.js";

/** A handler as it was given: a function, or the file of one. */
export type GivenHandler = Handler<never, never> | HandlerModule;

/** A handler that can be called. With `children` it runs there, and its `ctx.transaction` is a remote one. */
export interface OpenHandler {
  readonly handler: Handler<unknown, never>;
  readonly children: ChildPool | undefined;
}

/** Why a queue cannot be run with what was given as its handler, or undefined. */
export function handlerProblem(queue: Registration<unknown>, key: string, given: unknown): string | undefined {
  if (given instanceof HandlerModule) return undefined;
  if (typeof given !== "function") return `queue ${queue.name} has no handler: add it to \`handlers\` as ${key}`;
  if (queue.isolation === "none") return undefined;
  return (
    `queue ${queue.name} runs its handler in child processes (isolation "process"), which need to know its file: ` +
    `handlers: { ${key}: handlerModule(new URL("./handlers/${queue.name}.js", import.meta.url)) }`
  );
}

/** Loads the module of a handler, or starts the first child process of its queue. Rejects with a ConfigError. */
export async function openHandler(
  queue: Registration<unknown>,
  given: GivenHandler,
  events: Events,
  log: Log,
): Promise<OpenHandler> {
  if (!(given instanceof HandlerModule)) return { handler: given as Handler<unknown, never>, children: undefined };
  if (queue.isolation === "none") {
    return { handler: handlerOf(given, await loadModule(given)), children: undefined };
  }
  const { name, maxMemoryMb } = queue;
  const children = new ChildPool({ queue: name, module: given, maxMemoryMb, entry: entryOfChild(), log }, events);
  const { database } = await children.start();
  // Whether the handler calls it cannot be known.
  if (queue.consumer.once === true && !database) {
    log.warn(
      { queue: name },
      `a ctx.once with a transaction will fail here: ${given.path} exports neither \`db\` nor \`kysely\`, and a child process needs a pool of its own: export const db = createPool({ uri, connectionLimit: 1 })`,
    );
  }
  return { handler: children.run as Handler<unknown, never>, children };
}

/** Found through the package, since the code of this file may stand in any file of it, or in a bundle of the user's. */
function entryOfChild(): string {
  try {
    const manifest = createRequire(import.meta.url).resolve("@queuegen/runtime/package.json");
    return join(dirname(manifest), "dist/handler-child.js");
  } catch {
    throw new ConfigError(
      'isolation "process" needs the files of @queuegen/runtime: where the worker is bundled, keep that package out of the bundle and installed',
    );
  }
}
