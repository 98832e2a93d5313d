import { type Diagnostic, QueuegenError } from "@queuegen/model";
import { reasonOf } from "./server-reasons.js";
import { serverWords } from "./session.js";
import type { Effect } from "./statement-effect.js";
import type { Step } from "./step.js";

/** The server did not take the statement. */
export function refused(step: Step, cause: unknown): QueuegenError {
  const resume = `Mend the cause and run \`queuegen migrate ${step.direction}\` again: it goes on with statement ${step.step}.`;
  const reason = reasonOf(cause);
  return failure(
    {
      code: "migration-failed",
      message: `${place(step)} failed, ${progress(step)}: ${serverWords(cause)}`,
      hint: reason === undefined ? `${resume}\n${excerpt(step)}` : `${reason} ${resume}`,
    },
    cause,
  );
}

/** The statement got no lock however often it was tried. */
export function blocked(
  step: Step,
  { holders, tries, seconds }: { readonly holders: string; readonly tries: number; readonly seconds: number },
  cause: unknown,
): QueuegenError {
  return failure(
    {
      code: "migration-blocked",
      message: `${place(step)} got no lock on its table in ${tries} tries of ${seconds} s, ${progress(step)}; held by ${holders}`,
      hint: `Let that transaction end, or end it with \`KILL <connection id>\`; then run \`queuegen migrate ${step.direction}\` again: it goes on with statement ${step.step}. \`--lock-tries\` and \`--lock-timeout\` give it longer.`,
    },
    cause,
  );
}

/** The connection broke, or the statement was killed, while it ran. */
export function connectionLost(step: Step, cause: unknown): QueuegenError {
  return failure(
    {
      code: "migration-connection-lost",
      message: `${place(step)} was cut off while it ran, ${progress(step)}: ${serverWords(cause)}`,
      hint: `Run \`queuegen migrate ${step.direction}\` again: it looks whether the statement took effect and goes on from there.`,
    },
    cause,
  );
}

/** An earlier run was cut off, and a look at the database cannot decide whether this statement took effect. */
export function inDoubt(step: Step): QueuegenError {
  const resolve = `queuegen migrate resolve ${step.migration} --step ${step.step}`;
  const [took, not] = step.direction === "up" ? ["--applied", "--reverted"] : ["--reverted", "--applied"];
  return failure({
    code: "migration-in-doubt",
    message: `${place(step)} was sent by a run that was cut off, and whether it took effect cannot be seen from here`,
    hint: [
      "Look at the database. If it took effect:",
      `  ${resolve} ${took}`,
      "If it did not:",
      `  ${resolve} ${not}`,
      `Then run \`queuegen migrate ${step.direction}\` again.`,
      excerpt(step),
    ].join("\n"),
  });
}

/** An earlier run was cut off, and the table is there but is not the one that the statement makes. */
export function tableDiffers(
  step: Step,
  table: string,
  effect: Extract<Effect, { readonly kind: "differs" }>,
): QueuegenError {
  const lines = [
    ...effect.expected.map((line) => `  expected  ${line}`),
    ...effect.found.map((line) => `  found     ${line}`),
  ];
  return failure({
    code: "migration-table-differs",
    message: `${place(step)} was sent by a run that was cut off, and table "${table}" is now another than the statement makes`,
    hint: `${lines.join("\n")}\nDrop or rename the table, or make it what the file says, then run \`queuegen migrate up\` again.`,
  });
}

/** The table that the statement makes is there already, and no run of ours made it. */
export function tableTaken(step: Step, table: string, database: string): QueuegenError {
  return failure({
    code: "migration-table-exists",
    message: `${place(step)} would create table "${table}", which is in database "${database}" already and was not made by a migration`,
    hint: "Nothing was changed. Drop or rename that table, or give the queue another `table` in its schema. A table of your application becomes a queue by `queuegen add --adopt`.",
  });
}

/** `statement 1 of 20260301120000_create_notify/up.sql` */
export function place(step: Pick<Step, "step" | "file">): string {
  return `statement ${step.step} of ${step.file}`;
}

function progress(step: Step): string {
  return `${step.step - 1} of ${step.steps} applied`;
}

function excerpt(step: Step): string {
  const lines = step.statement.split("\n");
  return [...lines.slice(0, 4), ...(lines.length > 4 ? ["..."] : [])].map((line) => `  | ${line}`).join("\n");
}

function failure(words: Pick<Diagnostic, "code" | "message" | "hint">, cause?: unknown): QueuegenError {
  return new QueuegenError([{ severity: "error", ...words }], { cause });
}
