import type { ExitCode } from "../command.js";
import type { Io } from "../io.js";
import { bounded } from "./bounded.js";
import { type OperateArgs, operateOne, statementsOf } from "./operation.js";
import { jobs } from "./words.js";

type QueueArgs = OperateArgs & { readonly queue: string };

/** Sets the mark; every worker process follows within two seconds. */
export function runPause(args: QueueArgs, io: Io): Promise<ExitCode> {
  return operateOne(args, io, async (model, { database, control }) => {
    await database.change(control.pause, { queue: model.name });
    const held = await bounded(database, statementsOf(model)("count"), { status: 1 });
    const rest = held.jobs === 0 ? "" : ` ${held.more ? "More than " : ""}${jobs(held.jobs)} in work will be finished.`;
    io.out(`${model.name} is paused: within 2 s no worker starts another job.${rest}\n`);
    io.out(`\`queuegen resume ${model.name}\` goes on.\n`);
    return 0;
  });
}

export function runResume(args: QueueArgs, io: Io): Promise<ExitCode> {
  return operateOne(args, io, async (model, { database, control }) => {
    await database.change(control.resume, { queue: model.name });
    io.out(`${model.name} goes on within 2 s.\n`);
    return 0;
  });
}
