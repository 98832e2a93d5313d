import { text } from "node:stream/consumers";
import { parseDuration, QueuegenError, type QueueModel } from "@queuegen/model";
import { generatedFormat, payloadSpecs, producerSql } from "@queuegen/modes";
import type { Enqueued, EnqueueOptions, ProducerSpec } from "@queuegen/runtime/produce";
import type { ExitCode } from "../command.js";
import { readText } from "../files/read-files.js";
import type { Io } from "../io.js";
import { type OperateArgs, operateOne } from "./operation.js";
import { type PushedJobs, readPayload, refused } from "./payload.js";
import { serverProblem } from "./server-problem.js";
import { jobs as jobsText, someIds } from "./words.js";

export interface PushArgs extends OperateArgs {
  readonly queue: string;
  readonly job: string;
  readonly delay: string | undefined;
  readonly "dedupe-key": string | undefined;
  readonly json: boolean;
}

/** Enqueues jobs with the checks of the generated producer: all of them or none. */
export async function runPush(args: PushArgs, io: Io): Promise<ExitCode> {
  const pushed = await given(args.job, io);
  const options = optionsOf(args);
  return operateOne(
    args,
    io,
    async (model, { url, database: { connection } }) => {
      // As strict as a server can be: whatever the encoder let through must not be cut.
      await connection.query("SET SESSION sql_mode = 'STRICT_ALL_TABLES'");
      const enqueued = await enqueueAll(model, connection, pushed, options).catch((error: unknown) => {
        throw serverProblem(error, url, "No job was added.");
      });
      io.out(
        args.json ? `${JSON.stringify({ queue: model.name, jobs: enqueued }, null, 2)}\n` : report(model, enqueued),
      );
      return 0;
    },
    (model) => {
      refuseWalk(model);
      refuseOwnKeys(model);
    },
  );
}

/** The rows of the table are the work there. */
function refuseWalk({ name, walk }: QueueModel): void {
  if (walk !== undefined)
    throw usage(`nothing is enqueued in mode cursor: "${name}" walks over the rows of ${walk.table}`);
}

async function enqueueAll(
  model: QueueModel,
  connection: import("mysql2/promise").Connection,
  pushed: PushedJobs,
  options: EnqueueOptions<object>,
): Promise<readonly Enqueued[]> {
  const { ConfigError, enqueue, PayloadError } = await import("@queuegen/runtime/produce");
  await connection.query("START TRANSACTION");
  try {
    const enqueued = await enqueue(connection, producerOf(model), pushed.jobs, options);
    await connection.query("COMMIT");
    return enqueued;
  } catch (error) {
    await connection.query("ROLLBACK").catch(() => undefined);
    if (error instanceof PayloadError) {
      const at = pushed.place(error.index, error.path);
      const computed = model.columns.some(({ name, byServer }) => name === error.path && byServer === "generated");
      const problem = error.message.slice(error.message.indexOf(`${error.path}: `) + error.path.length + 2);
      const which = pushed.jobs.length === 1 ? "" : `job ${error.index + 1}: `;
      if (computed) throw refused(`${which}\`${error.path}\` is computed by the server`, "Leave it out.", at);
      throw refused(`${which}\`${error.path}\` ${problem}`, columnsHint(model), at);
    }
    if (error instanceof ConfigError) throw usage(error.message);
    throw error;
  }
}

/** What the generated producer of the queue says, from the model instead of from its file. */
function producerOf(model: QueueModel): ProducerSpec {
  const { insert, row, duplicates } = producerSql(model);
  return {
    format: generatedFormat,
    queue: model.name,
    table: model.table,
    insert,
    row,
    columns: payloadSpecs(model) as ProducerSpec["columns"],
    ...(duplicates !== undefined && { duplicates }),
    ...(model.fields.uid !== undefined && { uid: true }),
  };
}

/** The argument itself, a file (`@jobs.json`), or stdin (`-`). */
async function given(word: string, io: Io): Promise<PushedJobs> {
  // yargs takes the dash for an option without a name.
  if (word === "-" || (word === "" && process.argv.includes("-")))
    return readPayload(await text(process.stdin), "stdin");
  if (!word.startsWith("@")) return readPayload(word, "command line");
  const path = word.slice(1);
  const found = readText(io.cwd, path);
  if (found === undefined) throw usage(`there is no file ${path}`);
  return readPayload(found, path);
}

function optionsOf(args: PushArgs): EnqueueOptions<object> {
  const delay = args.delay === undefined ? undefined : parseDuration(args.delay);
  if (args.delay !== undefined && delay === undefined) {
    throw usage(`--delay takes a time like 30s, 15m or 7d, not "${args.delay}"`);
  }
  const dedupeKey = args["dedupe-key"];
  return { ...(delay !== undefined && { delay }), ...(dedupeKey !== undefined && { dedupeKey }) };
}

/** As there is no enqueue function for it: what the application inserts is a job, and only it knows the key. */
function refuseOwnKeys({ name, table, columns }: QueueModel): void {
  const key = columns.find(({ field }) => field === "id");
  if (key === undefined || key.autoIncrement) return;
  const message = `the application chooses "${key.name}" of "${table}": a job of queue "${name}" is a row that it inserts`;
  const hint = "Insert the row by SQL; it is a job at once.";
  throw new QueuegenError([{ code: "usage", severity: "error", message, hint }]);
}

function columnsHint(model: QueueModel): string {
  const columns = model.columns.filter(({ field, byServer }) => field === undefined && byServer !== "generated");
  const words = columns.map(({ name, type, nullable, default: value, byServer }) => {
    const free = nullable || value !== undefined || byServer !== undefined ? ", may be left out" : "";
    return `${name} (${type.kind}${free})`;
  });
  return `The columns of a job are ${words.join(", ")}.`;
}

function report({ name }: QueueModel, enqueued: readonly Enqueued[]): string {
  const added = enqueued.filter(({ status }) => status === "added").map(({ id }) => id);
  const known = enqueued.filter(({ status }) => status === "duplicate").map(({ id }) => id);
  return [
    ...(added.length > 0 ? [`${name}: ${jobsText(added.length)} added: ${someIds(added)}\n`] : []),
    ...(known.length > 0 ? [`${name}: the key is taken by ${someIds(known)}: nothing was added for it\n`] : []),
  ].join("");
}

function usage(message: string): QueuegenError {
  return new QueuegenError([
    { code: "usage", severity: "error", message, hint: "`queuegen push --help` lists what it takes." },
  ]);
}
