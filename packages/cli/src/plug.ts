import type { Argv } from "yargs";
import type { Command, ExitCode } from "./command.js";
import type { Io } from "./io.js";

/** A command whose argument type is known to itself alone, so that commands of different arguments fit in one list. */
export interface PluggedCommand {
  /** The first word of the command string. */
  readonly name: string;
  /** The command string: `add <name>`. */
  readonly usage: string;
  /** Names of what it takes after two dashes. */
  readonly options: () => readonly string[];
  /** Tells yargs about the command; `done` receives the exit code of a run. */
  readonly addTo: (yargs: Argv, io: Io, done: (code: ExitCode) => void) => void;
}

export function plug<Args>(command: Command<Args>): PluggedCommand {
  return {
    name: command.command.split(" ")[0] ?? command.command,
    usage: command.command,
    options: () => optionsOf(command),
    addTo: (yargs, io, done) => {
      yargs.command<Args>({
        command: command.command,
        describe: command.describe,
        builder: command.builder,
        // yargs adds its own keys and camel-case twins; what the builder declared is among them.
        handler: async (args) => done(await command.run(lastOfEach(args, command.command) as Args, io)),
      });
    },
  };
}

/** An option given twice is an array where a text is expected: the last one counts. Only `[paths..]` is a list. */
function lastOfEach(args: object, usage: string): object {
  const list = /\[(\w+)\.\.\]/.exec(usage)?.[1];
  const single = (key: string, value: unknown): unknown =>
    Array.isArray(value) && key !== list && key !== "_" ? value.at(-1) : value;
  return Object.fromEntries(Object.entries(args).map(([key, value]) => [key, single(key, value)]));
}

/** yargs does not tell them: the builder is led past something that writes down what it is told. */
function optionsOf<Args>(command: Command<Args>): readonly string[] {
  const names: string[] = ["help", "version"];
  const recorder = {
    positional: () => recorder,
    option(name: string) {
      names.push(name);
      return recorder;
    },
  };
  command.builder(recorder as unknown as Argv);
  return names;
}
