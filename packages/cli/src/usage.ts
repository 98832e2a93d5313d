import { nearest, QueuegenError } from "@queuegen/model";
import type { PluggedCommand } from "./plug.js";

/** A wrong command line, told with what was probably meant. `message` is what yargs found. */
export function usageError(
  message: string,
  argv: readonly string[],
  commands: readonly PluggedCommand[],
): QueuegenError {
  const word = argv.find((each) => !each.startsWith("-"));
  const command = commands.find(({ name }) => name === word);
  if (word !== undefined && command === undefined) {
    const meant = nearest(
      word,
      commands.map(({ name }) => name),
    );
    return usage(
      `unknown command "${word}"`,
      meant ? `Did you mean \`queuegen ${meant}\`?` : "`queuegen --help` lists the commands.",
    );
  }
  return command?.actions === undefined
    ? commandError(message, argv, command)
    : actionError(message, argv, command, command.actions);
}

/** Of `migrate up`: the action is the word that is one, since a value of an option may stand before it. */
function actionError(
  message: string,
  argv: readonly string[],
  group: PluggedCommand,
  actions: readonly PluggedCommand[],
): QueuegenError {
  const words = argv.filter((each) => !each.startsWith("-")).slice(1);
  const action = actions.find(({ name }) => words.includes(name));
  if (action !== undefined) return commandError(message, argv, action);
  const names = actions.map(({ name }) => name);
  const [word] = words;
  const help = `\`queuegen ${group.name} --help\` says what each does.`;
  if (word === undefined) {
    const one = `It is \`queuegen ${group.usage}\`, and <action> is one of ${names.join(", ")}.`;
    return usage(`something is missing after "${group.name}"`, one);
  }
  const meant = nearest(word, names);
  return usage(`<action> takes one of ${names.join(", ")}, not "${word}"`, meant ? `Did you mean "${meant}"?` : help);
}

function commandError(message: string, argv: readonly string[], command: PluggedCommand | undefined): QueuegenError {
  const help = `\`queuegen ${command ? `${command.title} ` : ""}--help\` lists what it takes.`;
  // yargs names a kebab flag twice, once in camel case: "Unknown arguments: dry-rn, dryRn".
  const unknown = /^Unknown arguments?: ([^,]+)/.exec(message)?.[1];
  if (unknown !== undefined) return unknownArgument(unknown, argv, command, help);
  if (message.startsWith("Not enough non-option arguments"))
    return usage(`something is missing after "${command?.title}"`, `It is \`queuegen ${command?.usage}\`. ${help}`);
  const bare = /^Not enough arguments following: (.+)/.exec(message)?.[1];
  if (bare !== undefined) return usage(`--${bare} needs a value`, help);
  return wrongChoice(message, argv, help) ?? usage(lowerFirst(message.trim()), help);
}

function unknownArgument(
  word: string,
  argv: readonly string[],
  command: PluggedCommand | undefined,
  help: string,
): QueuegenError {
  // yargs takes `--no-cach` for the option `cach`, set to false.
  const typed = argv
    .map((each) => each.replace(/=.*/s, ""))
    .find((each) => each === `--${word}` || each === `--no-${word}`);
  if (typed === undefined) return usage(`unknown argument "${word}"`, help);
  const options = command?.options() ?? [];
  const meant = nearest(typed, [...options, ...options.map((option) => `no-${option}`)]);
  return usage(`unknown argument "${typed}"`, meant ? `Did you mean --${meant}? ${help}` : help);
}

/** `Invalid values:\n  Argument: format, Given: "xml", Choices: "stylish", "json"` */
function wrongChoice(message: string, argv: readonly string[], help: string): QueuegenError | undefined {
  const [, name, given = "", choices = ""] = /Argument: (\S+), Given: (.*), Choices: (.*)/.exec(message) ?? [];
  if (name === undefined) return undefined;
  const all = choices.split(", ").map((choice) => choice.replaceAll('"', ""));
  const bare = given.replaceAll('"', "");
  const shown = argv.some((each) => each.startsWith(`--${name}`)) ? `--${name}` : `<${name}>`;
  const meant = nearest(bare, all);
  const takes = all.length === 1 ? all[0] : `one of ${all.join(", ")}`;
  return usage(`${shown} takes ${takes}, not "${bare}"`, meant ? `Did you mean "${meant}"?` : help);
}

function usage(message: string, hint: string): QueuegenError {
  return new QueuegenError([{ code: "usage", severity: "error", message, hint }]);
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
