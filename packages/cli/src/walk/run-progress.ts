import { QueuegenError, type QueueModel } from "@queuegen/model";
import type { ExitCode } from "../command.js";
import type { Io } from "../io.js";
import { type OperateArgs, type Operation, operateOne } from "../operate/operation.js";
import { pause } from "../operate/pause.js";
import { progressOf } from "../operate/progress.js";
import { dryRun } from "./dry-run.js";
import { ofModeCursor } from "./of-mode-cursor.js";
import { WalkPace } from "./pace.js";
import { progressLine, walkText } from "./walk-report.js";
import { type WalkState, walkState } from "./walk-state.js";

export interface ProgressArgs extends OperateArgs {
  readonly queue: string;
  readonly watch: boolean;
  readonly "dry-run": boolean;
  readonly json: boolean;
}

/** On a terminal, and elsewhere. */
const LOOK_MS = { terminal: 500, elsewhere: 10_000 } as const;

export async function runProgress(args: ProgressArgs, io: Io): Promise<ExitCode> {
  if (args.watch && args["dry-run"]) {
    const hint = "--watch follows the run that there is, --dry-run says what a new one would be.";
    throw new QueuegenError([
      { code: "usage", severity: "error", message: "--watch and --dry-run do not go together", hint },
    ]);
  }
  return operateOne(
    args,
    io,
    async (model, operation) => {
      if (args["dry-run"]) {
        io.out(await dryRun(model, operation.database, args.json));
        return 0;
      }
      const state = args.watch ? await watch(model, operation, args.json) : await walkState(model, operation.database);
      io.out(args.json ? `${JSON.stringify(state, null, 2)}\n` : walkText(state));
      return state.over !== null && state.ranges.dead > 0 ? 1 : 0;
    },
    ofModeCursor("queuegen progress"),
  );
}

/** Until all is walked, or Ctrl-C. With --json nothing but the last state is printed. */
async function watch(model: QueueModel, { database, io }: Operation, json: boolean): Promise<WalkState> {
  const pace = new WalkPace();
  const shown = progressOf(io);
  for (;;) {
    const state = await walkState(model, database);
    pace.look(state);
    if (state.over !== null || io.signal.aborted) {
      shown.clear();
      return state;
    }
    const line = state.begun === null ? `${model.name}  has not begun` : progressLine(state, pace.rate);
    if (io.interactive) shown.show(line);
    else if (!json) io.out(`${line}\n`);
    await pause(io.interactive ? LOOK_MS.terminal : LOOK_MS.elsewhere, io.signal);
  }
}
