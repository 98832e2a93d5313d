import { QueuegenError } from "@queuegen/model";

/** Only mode claim puts columns into a table of the application's. */
export function onlyClaim({ name, mode }: { readonly name: string; readonly mode: string }): QueuegenError {
  const message = `--adopt adds the columns of mode claim to a table; mode ${mode} adds none.`;
  const hint = `Leave it out: queuegen add ${name} --mode ${mode} --table <table>`;
  return new QueuegenError([{ code: "usage", severity: "error", message, hint }]);
}
