import type { Diagnostic } from "@queuegen/model";
import { type Change, DESTRUCTIVE_CODES, type DestructiveCode } from "../diff/index.js";
import type { ChangeRequest } from "./change-request.js";
import type { QueueChange } from "./queue-changes.js";

/** What is not allowed: one finding a queue, with all that would be lost and the command that writes it all the same. */
export function refusals(changes: readonly QueueChange[], request: ChangeRequest): readonly Diagnostic[] {
  const refused = changes.map((change) => ({
    change,
    refused: change.changes.filter((one) => isRefused(one, request)),
  }));
  const command = commandFor(
    refused.flatMap((each) => each.refused),
    request,
  );
  return refused.flatMap(({ change, refused: of }) => (of.length === 0 ? [] : [refusal(change, of, command)]));
}

function isRefused(change: Change, { allowDestructive, allowCopy }: ChangeRequest): boolean {
  // Who accepts the loss has been told of the copy as well.
  if (change.destructive !== undefined) return !allowDestructive.some((code) => code === change.code);
  return change.copies !== undefined && !allowCopy;
}

function refusal(change: QueueChange, refused: readonly Change[], command: string): Diagnostic {
  const many = refused.length === 1 ? "a change that is" : `${refused.length} changes that are`;
  return {
    code: "change-refused",
    severity: "error",
    message: `queue "${change.queue}" has ${many} refused; nothing was written`,
    hint: [...refused.map(line), ...suggestions(change), `To write it all the same: \`${command}\``].join("\n"),
  };
}

function line({ code, words, destructive, copies, blocks }: Change): string {
  const loses = destructive === undefined ? [] : [`loses ${destructive}`];
  const waits = copies === undefined ? [] : [`${copies}; ${blocks}`];
  return `  ${code.padEnd(11)}  ${words}: ${[...loses, ...waits].join("; ")}`;
}

/** A column that goes while one of the same type comes, or the only one, may be a rename: asked, never guessed. */
function suggestions({ changes, before, after, queue, model }: QueueChange): readonly string[] {
  if (model === undefined)
    return [
      `  Is it called otherwise now? \`queuegen migrate new --rename ${queue}:<new name>\` keeps the table.`,
      `  Shall the table stay, and the queue go? \`queuegen migrate new --keep-table ${queue}\` touches nothing.`,
    ];
  const type = (table: typeof after, name: string): string | undefined =>
    table?.columns.find((column) => column.name === name)?.type;
  const added = changes.filter(({ code }) => code === "add-column");
  const gone = changes.filter(({ code }) => code === "drop-column");
  const single = added.length === 1 && gone.length === 1 ? added[0] : undefined;
  const proposed = new Set<Change>();
  return gone.flatMap(({ subject: old }) => {
    const twin =
      added.find((change) => !proposed.has(change) && type(after, change.subject) === type(before, old)) ?? single;
    if (twin === undefined) return [];
    proposed.add(twin);
    return [`  Was "${old}" renamed? \`queuegen migrate new --rename ${old}:${twin.subject}\` keeps what is in it.`];
  });
}

function commandFor(
  refused: readonly Change[],
  { only, renames, keepTables = [], allowDestructive, allowCopy }: ChangeRequest,
): string {
  const lost = new Set<string>([...allowDestructive, ...refused.filter(isDestructive).map(({ code }) => code)]);
  const copy = allowCopy || refused.some((change) => !isDestructive(change));
  return [
    "queuegen migrate new",
    ...(only === undefined ? [] : [only]),
    ...renames.map((rename) => `--rename ${rename}`),
    ...keepTables.map((name) => `--keep-table ${name}`),
    ...DESTRUCTIVE_CODES.filter((code: DestructiveCode) => lost.has(code)).map((code) => `--allow-destructive ${code}`),
    ...(copy ? ["--allow-copy"] : []),
  ].join(" ");
}

function isDestructive({ destructive }: Change): boolean {
  return destructive !== undefined;
}
