import { QueuegenError, type QueueModel } from "@queuegen/model";
import type { ExitCode } from "../command.js";
import type { Io } from "../io.js";
import { type ControlRow, controlRow } from "./control-row.js";
import { type OperateArgs, operateOne } from "./operation.js";

export interface ConcurrencyArgs extends OperateArgs {
  readonly queue: string;
  /** A number, "default", or nothing: show it. */
  readonly n: string | undefined;
  readonly global: boolean;
  readonly json: boolean;
}

const MOST = 10_000;

/** Shows or sets how many jobs run at once, in each process or, with `--global`, in all of them together. */
export function runConcurrency(args: ConcurrencyArgs, io: Io): Promise<ExitCode> {
  const value = args.n === undefined ? undefined : countOf(args.n);
  return operateOne(args, io, async (model, operation) => {
    if (value !== undefined) {
      if (value !== null && !args.global) checkCap(model, value);
      const { database, control } = operation;
      await database.change(args.global ? control.globalConcurrency : control.concurrency, {
        queue: model.name,
        value,
      });
    }
    const row = await controlRow(operation, model.name);
    io.out(args.json ? json(model, row) : text(model, row, value !== undefined));
    return 0;
  });
}

function text(model: QueueModel, row: ControlRow, changed: boolean): string {
  const { concurrency, maxConcurrency } = model.options.worker;
  const each =
    row.concurrency === null
      ? `${concurrency}, as the schema says, or what --concurrency says there`
      : `${row.concurrency} (${concurrency} in the schema)`;
  const all = row.global_concurrency === null ? "no limit" : `${row.global_concurrency}`;
  return [
    `${model.name}  jobs at once`,
    `  in each process       ${each}; at most ${maxConcurrency}`,
    `  in all of them        ${all}`,
    changed ? "Every process follows within 2 s; what is in work is finished.\n" : "",
  ].join("\n");
}

function json(model: QueueModel, row: ControlRow): string {
  const { concurrency, maxConcurrency } = model.options.worker;
  const values = {
    queue: model.name,
    schema: concurrency,
    cap: maxConcurrency,
    process: row.concurrency,
    global: row.global_concurrency,
  };
  return `${JSON.stringify(values, null, 2)}\n`;
}

/** `null` for "default". */
function countOf(word: string): number | null {
  if (word === "default") return null;
  const n = Number(word);
  if (/^\d+$/.test(word) && n >= 1 && n <= MOST) return n;
  throw new QueuegenError([
    {
      code: "usage",
      severity: "error",
      message: `<n> takes a whole number from 1 to ${MOST}, or "default", not "${word}"`,
      hint: word === "0" ? "`queuegen pause <queue>` stops it." : "`queuegen concurrency --help` lists what it takes.",
    },
  ]);
}

/** A worker would not go beyond it: who sets more has overlooked that. */
function checkCap(model: QueueModel, value: number): void {
  const { maxConcurrency } = model.options.worker;
  if (value <= maxConcurrency) return;
  throw new QueuegenError([
    {
      code: "concurrency-cap",
      severity: "error",
      message: `no process of "${model.name}" runs ${value} jobs at once: the cap is ${maxConcurrency}`,
      hint: `Start more processes, or raise worker.maxConcurrency in ${model.file}, generate, and deploy.`,
    },
  ]);
}
