import { fileURLToPath } from "node:url";
import type { Handler } from "../../context.js";
import { describe } from "../../log.js";
import { reportOf, revive } from "../error-report.js";
import { HandlerModule, handlerOf, loadModule } from "../handler-module.js";
import type { ToChild } from "../messages.js";
import { toWire } from "../wire-outcome.js";
import { Calls } from "./calls.js";
import { Channel } from "./channel.js";
import { ChildContext } from "./child-context.js";
import { startGuardThread } from "./guard-thread.js";

/** The life of a child process: loads the handler, runs one job after the other, ends with its worker. */
export function serveWorker(): void {
  const channel = new Channel();
  let handler: Handler<unknown, unknown> | undefined;
  let calls: Calls;
  let current: { readonly run: number; readonly context: ChildContext<unknown> } | undefined;

  const open = async (file: string, name: string | undefined): Promise<void> => {
    try {
      const module = new HandlerModule(new URL(file), name);
      const exports = await loadModule(module);
      handler = handlerOf(module, exports);
      calls = new Calls(channel, exports, fileURLToPath(file));
      channel.send({ kind: "ready", database: calls.hasDatabase });
    } catch (error) {
      channel.send({ kind: "refused", problem: describeOne(error) });
    }
  };

  const run = async ({ run, job, attempt }: Extract<ToChild, { readonly kind: "job" }>): Promise<void> => {
    const context = new ChildContext<unknown>(run, attempt, channel, calls);
    current = { run, context };
    try {
      const outcome: unknown = await handler?.(job, context);
      channel.send({ kind: "ended", run, outcome: toWire(outcome) ?? toWire(context.released) });
    } catch (error) {
      channel.send({ kind: "failed", run, error: reportOf(error) });
    }
  };

  process.on("message", (message: ToChild) => {
    if (message.kind === "job") void run(message);
    else if (message.kind === "answer") channel.answer(message.ask, message.value, message.error);
    else if (message.kind === "step") void calls.step(message.call, message);
    else if (message.kind === "open") {
      process.title = `queuegen handler ${message.queue}`;
      void open(message.file, message.name);
    } else if (message.run === current?.run) current.context.abort(revive(message.error));
  });
  // A terminal and a service manager signal the whole group: the worker decides when its handlers end.
  process.on("SIGINT", () => {}).on("SIGTERM", () => {});
  process.on("disconnect", () => process.exit());
  process.on("uncaughtExceptionMonitor", (error) => channel.send({ kind: "stray", error: reportOf(error) }));
  startGuardThread();
}

/** Without its causes, which our own messages have in their text. */
function describeOne(error: unknown): string {
  return error instanceof Error ? error.message : describe(error);
}
