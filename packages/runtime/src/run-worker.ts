import type { MysqlConnection } from "./client/mysql.js";
import { ConfigError, UsageError } from "./errors.js";
import { type Flags, parseFlags, USAGE } from "./flags.js";
import type { Registration, Registrations, Registry } from "./worker/registry.js";
import { createWorker, type Handlers, type StopReason, type Worker, type WorkerOptions } from "./worker/worker.js";

/** What a supervisor reads. 75: start me again. */
const EXIT = { fine: 0, dead: 1, mistake: 2, recycle: 75, SIGINT: 130, SIGTERM: 143 } as const;

export interface RunWorkerOptions<Queues extends Registrations, Trx = MysqlConnection> extends WorkerOptions<Trx> {
  readonly handlers: Handlers<Queues, keyof Queues, Trx>;
  /** Default: the arguments of the process. */
  readonly argv?: readonly string[];
  /** Gets the worker before it runs: for its events and its health. */
  readonly onWorker?: (worker: Worker) => void;
}

/**
 * The body of a worker's main file: `createWorker` with flags, signals and the exit code. The first SIGTERM or SIGINT stops
 * claiming and lets handlers finish; a second one aborts them. Ends the process: with 0 when it was stopped or had nothing
 * left to do, 1 when all is over and something of it is dead, 2 for a mistake in flags or configuration, 75 when a restart was requested or a limit reached, 130 or 143 after a second signal.
 */
export async function runWorker<Queues extends Registrations, Trx = MysqlConnection>(
  registry: Registry<Queues>,
  options: RunWorkerOptions<Queues, Trx>,
): Promise<void> {
  await exit(await runToExitCode(registry as Registry<Registrations>, options as RunWorkerOptions<Registrations, Trx>));
}

async function runToExitCode<Trx>(
  registry: Registry<Registrations>,
  options: RunWorkerOptions<Registrations, Trx>,
): Promise<number> {
  try {
    const { help, queues, ...flags } = parseFlags(options?.argv ?? process.argv.slice(2));
    if (help) {
      process.stdout.write(`${USAGE}\n`);
      return EXIT.fine;
    }
    const worker = createWorker(registry, { ...options, ...flags, queues: keysOf(registry, queues) });
    options.onWorker?.(worker);
    return await withSignals(worker);
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return EXIT.mistake;
  }
}

async function withSignals(worker: Worker): Promise<number> {
  let aborted: "SIGINT" | "SIGTERM" | undefined;
  let signalled = false;
  const onSignal = (signal: "SIGINT" | "SIGTERM") => {
    if (signalled) {
      aborted = signal;
      worker.abort(new Error(`second ${signal}`));
    }
    signalled = true;
    worker.stop();
  };
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  try {
    const reason: StopReason = await worker.run();
    if (aborted !== undefined) return EXIT[aborted];
    if (reason === "failed") return EXIT.dead;
    return reason === "restart" || reason === "recycle" ? EXIT.recycle : EXIT.fine;
  } finally {
    process.off("SIGINT", onSignal).off("SIGTERM", onSignal);
  }
}

/** `--queue order-timeout` may be written as its key in the registry, too. */
function keysOf(registry: Registry<Registrations>, queues: Flags["queues"]): readonly string[] {
  const all: readonly (readonly [string, Registration<unknown>])[] = Object.entries(registry?.queues ?? {});
  if (queues === undefined) return all.map(([key]) => key);
  return queues.map((wanted) => {
    const found = all.find(([key, { name }]) => name === wanted || key === wanted);
    if (found) return found[0];
    throw new UsageError(
      `--queue ${wanted}: there is no such queue; the registry has ${all.map(([, { name }]) => name).join(", ")}.`,
    );
  });
}

/** The user's pool keeps the process alive, so it is ended here, after what was printed is out. */
async function exit(code: number): Promise<never> {
  for (const stream of [process.stdout, process.stderr]) {
    await new Promise<void>((resolve) => stream.write("", () => resolve()));
  }
  process.exit(code);
}
