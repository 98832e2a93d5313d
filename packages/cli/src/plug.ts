import type { Argv } from "yargs";
import type { Command, ExitCode } from "./command.js";
import type { Io } from "./io.js";

/** A command whose argument type is known to itself alone, so that commands of different arguments fit in one list. */
export interface PluggedCommand {
  /** The first word of the command string. */
  readonly name: string;
  /** The words that call it: `add`, `migrate up`. */
  readonly title: string;
  /** The command string: `add <name>`, `migrate new [queue]`. */
  readonly usage: string;
  /** What a group of commands is made of. */
  readonly actions?: readonly PluggedCommand[];
  /** Names of what it takes after two dashes. */
  readonly options: () => readonly string[];
  /** Tells yargs about the command; `done` receives the exit code of a run. */
  readonly addTo: (yargs: Argv, io: Io, done: (code: ExitCode) => void) => void;
}

export function plug<Args>(command: Command<Args>): PluggedCommand {
  const name = command.command.split(" ")[0] ?? command.command;
  return {
    name,
    title: name,
    usage: command.command,
    options: () => optionsOf(command),
    addTo: (yargs, io, done) => {
      yargs.command<Args>({
        command: command.command,
        describe: command.describe,
        builder: command.builder,
        // yargs adds its own keys and camel-case twins; what the builder declared is among them.
        handler: async (args) => done(await command.run(plainArgs(args, command) as Args, io)),
      });
    },
  };
}

/** A command that is a group of others, called by its own word and theirs: `migrate up`. */
export function plugGroup(name: string, describe: string, actions: readonly PluggedCommand[]): PluggedCommand {
  const titled = actions.map((action) => ({
    ...action,
    title: `${name} ${action.title}`,
    usage: `${name} ${action.usage}`,
  }));
  return {
    name,
    title: name,
    usage: `${name} <action>`,
    actions: titled,
    options: () => ["help", "version"],
    addTo: (yargs, io, done) => {
      const builder = (inner: Argv): Argv => {
        for (const action of actions) action.addTo(inner, io, done);
        return inner.demandCommand(1);
      };
      yargs.command({ command: name, describe, builder, handler: () => {} });
    },
  };
}

/** An option given twice is an array where a text is expected: the last one counts. Lists are `[paths..]` and `several`. */
function plainArgs<Args>(args: object, { command, several = [] }: Command<Args>): object {
  const list = /\[(\w+)\.\.\]/.exec(command)?.[1];
  const plain = (key: string, value: unknown): unknown => {
    if (several.includes(key)) return value === undefined ? [] : [value].flat();
    return Array.isArray(value) && key !== list && key !== "_" ? value.at(-1) : value;
  };
  const none = several.map((key) => [key, undefined] as const);
  return Object.fromEntries([...none, ...Object.entries(args)].map(([key, value]) => [key, plain(key, value)]));
}

/** yargs does not tell them: the builder is led past something that writes down what it is told. */
function optionsOf<Args>(command: Command<Args>): readonly string[] {
  const names: string[] = ["help", "version"];
  const recorder = {
    positional: () => recorder,
    conflicts: () => recorder,
    option(name: string) {
      names.push(name);
      return recorder;
    },
  };
  command.builder(recorder as unknown as Argv);
  return names;
}
