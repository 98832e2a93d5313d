import type { ExitCode } from "../command.js";
import type { Io } from "../io.js";
import { type OperateArgs, operateOne } from "../operate/operation.js";
import { number } from "../operate/words.js";
import { ofModeCursor } from "./of-mode-cursor.js";
import { walkSql } from "./walk-state.js";

export interface ResetArgs extends OperateArgs {
  readonly queue: string;
  readonly force: boolean;
}

/** Deletes the ranges. Workers that are at it are in the way, unless forced. */
export function runReset(args: ResetArgs, io: Io): Promise<ExitCode> {
  return operateOne(
    args,
    io,
    async (model, { database }) => {
      const sql = walkSql(model);
      await database.connection.query("START TRANSACTION");
      try {
        const alive = await database.rows<{ worker: string | null }>(sql("alive"));
        if (alive.length > 0 && !args.force) {
          await database.connection.query("ROLLBACK");
          const workers = [...new Set(alive.map(({ worker }) => worker ?? "?"))].sort();
          io.err(
            `${number(alive.length)} ranges of ${model.name} are in work, by ${workers.join(", ")}. Stop the workers first, or pass --force. Nothing was changed.\n`,
          );
          return 2;
        }
        const ranges = await database.change(sql("forget"), {});
        await database.connection.query("COMMIT");
        io.out(
          ranges === 0
            ? `${model.name} has not begun: there was nothing to forget\n`
            : `${number(ranges)} ranges of ${model.name} forgotten: the next worker walks over ${model.walk?.table} anew\n`,
        );
        return 0;
      } catch (error) {
        await database.connection.query("ROLLBACK").catch(() => undefined);
        throw error;
      }
    },
    ofModeCursor("queuegen reset"),
  );
}
