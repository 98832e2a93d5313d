import { QueuegenError } from "@queuegen/model";
import yargs from "yargs";
import { hideBin } from "yargs/helpers";
import packageJson from "../package.json" with { type: "json" };
import type { ExitCode } from "./command.js";
import { commands } from "./commands/index.js";
import { fileError } from "./files/file-error.js";
import type { Io } from "./io.js";
import { printDiagnostics } from "./print.js";
import { processIo } from "./process-io.js";
import { usageError } from "./usage.js";

/** How long a command may tidy up after the first Ctrl-C. */
const GRACE_MS = 5_000;

const interrupted = new AbortController();
for (const name of ["SIGINT", "SIGTERM"] as const) process.on(name, onSignal);
// Who reads only the first lines (`| head -1`) must not end a migration half-way.
for (const stream of [process.stdout, process.stderr]) stream.on("error", unlessClosed);
const io = processIo(interrupted.signal);
process.exitCode = await run(hideBin(process.argv), io);

function unlessClosed(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
}

/** The only place that knows exit codes of failures: what the user can mend is printed with its place, all else is a bug. */
async function run(argv: readonly string[], io: Io): Promise<ExitCode> {
  try {
    const code = await dispatch(argv, io);
    return io.signal.aborted ? 130 : code;
  } catch (error) {
    const told = asFileError(error);
    if (told instanceof QueuegenError) printDiagnostics(told.diagnostics, io);
    else if (!io.signal.aborted) printBug(told, io);
    return io.signal.aborted ? 130 : 2;
  }
}

/** A file that could not be read, where nobody nearer to it said so, is the user's to mend. */
function asFileError(error: unknown): unknown {
  const path = error instanceof Error && "path" in error ? String(error.path) : undefined;
  return path === undefined ? error : fileError("read", path, error);
}

async function dispatch(argv: readonly string[], io: Io): Promise<ExitCode> {
  let code: ExitCode = 0;
  const parser = yargs([...argv])
    .scriptName("queuegen")
    .locale("en")
    .usage(
      "$0 <command>\n\nWork queues in MySQL and MariaDB tables: declared in TypeScript, generated, linted, checked.",
    )
    .strict()
    .exitProcess(false)
    .help()
    .alias("help", "h")
    .version(packageJson.version)
    .fail((message, error) => {
      // What yargs itself finds wrong comes as a YError or without an error.
      throw error === undefined || error.name === "YError" ? usageError(message, argv, commands) : error;
    });
  withoutKeptHelp(parser);
  for (const command of commands) command.addTo(parser, io, (result) => (code = result));
  if (argv.length === 0) {
    parser.showHelp((text) => io.out(`${text}\n`));
    return 2;
  }
  await parser.parseAsync();
  return code;
}

/** After each command yargs lays out its help, in case somebody asks for it later. Nobody does, and it takes 20 ms. */
function withoutKeptHelp(parser: object): void {
  interface Inner {
    getInternalMethods?(): { getUsageInstance?(): { cacheHelpMessage?: () => void } };
  }
  const usage = (parser as Inner).getInternalMethods?.().getUsageInstance?.();
  if (usage?.cacheHelpMessage !== undefined) usage.cacheHelpMessage = () => {};
}

/** The first signal asks the command to stop; a second one, or a command that does not stop, ends the process. */
function onSignal(): void {
  if (interrupted.signal.aborted) process.exit(130);
  interrupted.abort();
  setTimeout(() => process.exit(130), GRACE_MS).unref();
}

function printBug(error: unknown, io: Io): void {
  const text = error instanceof Error ? error.message : String(error);
  io.err(`queuegen: unexpected error: ${text}\n`);
  if (io.env.QUEUEGEN_DEBUG && error instanceof Error) io.err(`${error.stack}\n`);
  else io.err("This is a fault of queuegen. QUEUEGEN_DEBUG=1 prints where it happened; please report it.\n");
}
