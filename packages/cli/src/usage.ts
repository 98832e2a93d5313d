import { nearest, QueuegenError } from "@queuegen/model";

/** A wrong command line, told with what was probably meant. `message` is what yargs found. */
export function usageError(message: string, argv: readonly string[], commands: readonly string[]): QueuegenError {
  const command = argv.find((word) => !word.startsWith("-"));
  if (command !== undefined && !commands.includes(command)) {
    const meant = nearest(command, commands);
    return usage(
      `unknown command "${command}"`,
      meant ? `Did you mean \`queuegen ${meant}\`?` : "`queuegen --help` lists the commands.",
    );
  }
  // yargs names a kebab flag twice, once in camel case: "Unknown arguments: dry-rn, dryRn".
  const unknown = /^Unknown arguments?: ([^,]+)/.exec(message)?.[1];
  const help = `\`queuegen ${command ? `${command} ` : ""}--help\` lists what it takes.`;
  return usage(unknown === undefined ? lowerFirst(message.trim()) : `unknown argument "${unknown}"`, help);
}

function usage(message: string, hint: string): QueuegenError {
  return new QueuegenError([{ code: "usage", severity: "error", message, hint }]);
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
