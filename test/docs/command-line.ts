import { commands } from "../../packages/cli/src/commands/index.js";

/** What a definition says of one argument, as far as documentation needs it. */
export interface Argument {
  readonly type?: string;
  readonly choices?: readonly string[];
  readonly default?: unknown;
  readonly describe?: string;
  readonly array?: boolean;
  readonly coerce?: unknown;
}

/** A command of queuegen, as its yargs definition says; each action of a group is one. */
export interface DefinedCommand {
  /** `add`, `migrate up` */
  readonly name: string;
  /** `add <name>` */
  readonly usage: string;
  readonly describe: string;
  readonly positionals: readonly (readonly [name: string, argument: Argument])[];
  readonly options: readonly (readonly [name: string, argument: Argument])[];
}

/** Every command, in the order of `--help`. */
export const definedCommands: readonly DefinedCommand[] = commands
  .flatMap((command) => command.actions ?? [command])
  .map((command) => {
    const positionals: (readonly [string, Argument])[] = [];
    const options: (readonly [string, Argument])[] = [];
    // Stands where yargs stands and writes down what it is told.
    const recorder = {
      positional(name: string, each: Argument) {
        positionals.push([name, each]);
        return recorder;
      },
      option(name: string, each: Argument) {
        options.push([name, each]);
        return recorder;
      },
      conflicts: () => recorder,
      command(definition: Definition) {
        definition.builder(recorder);
        defined = definition;
      },
    };
    let defined: Definition | undefined;
    command.addTo(recorder as never, undefined as never, () => {});
    if (defined === undefined) throw new Error(`${command.name} tells yargs nothing`);
    return { name: command.title, usage: command.usage, describe: defined.describe, positionals, options };
  });

interface Definition {
  readonly command: string;
  readonly describe: string;
  readonly builder: (yargs: unknown) => unknown;
}

/** Words that the command takes after two dashes. */
export function flagsOf(command: DefinedCommand): ReadonlySet<string> {
  const negated = command.options.filter(([, { type }]) => type === "boolean").map(([name]) => `no-${name}`);
  return new Set([...command.options.map(([name]) => name), ...negated, "help", "version"]);
}
