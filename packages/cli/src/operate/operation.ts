import type { QueueModel } from "@queuegen/model";
import {
  type ControlSql,
  controlSql,
  operatorStatements,
  reclaimerStatements,
  type Statement,
  serverSql,
  statsStatements,
} from "@queuegen/modes";
import { chosenQueues } from "../chosen-queue.js";
import type { ExitCode } from "../command.js";
import { requireConfig } from "../config.js";
import { withConnection } from "../connection.js";
import { type DatabaseUrl, databaseUrl } from "../database-url.js";
import type { Io } from "../io.js";
import { loadModels } from "../models.js";
import { type OperateDatabase, openOperateDatabase } from "./operate-database.js";
import { serverProblem } from "./server-problem.js";

/** What every command of the operator takes. */
export interface OperateArgs {
  /** Of the project; all of them where a command can do without. */
  readonly queue: string | undefined;
  readonly url: string | undefined;
}

/** What a command works with. */
export interface Operation {
  readonly queues: readonly QueueModel[];
  readonly url: DatabaseUrl;
  readonly database: OperateDatabase;
  readonly control: ControlSql;
  readonly tablePrefix: string;
  readonly io: Io;
}

/** Finds the queues and opens the database for `work`. What the server refuses is thrown as a `QueuegenError`. */
export async function operate(
  args: OperateArgs,
  io: Io,
  work: (operation: Operation) => Promise<ExitCode>,
  check?: (queues: readonly QueueModel[]) => void,
): Promise<ExitCode> {
  const config = requireConfig(io.cwd);
  const { tablePrefix } = config;
  const queues = chosenQueues(await loadModels(config), args.queue);
  check?.(queues);
  const url = databaseUrl(args.url, io.env);
  return withConnection(url, async (connection) => {
    try {
      const database = await openOperateDatabase(connection);
      return await work({ queues, url, database, control: controlSql(tablePrefix), tablePrefix, io });
    } catch (error) {
      throw serverProblem(error, url);
    }
  });
}

/** As `operate`, for commands about one queue. @param check throws for arguments that this queue cannot take. */
export function operateOne(
  args: OperateArgs & { readonly queue: string },
  io: Io,
  work: (model: QueueModel, operation: Operation) => Promise<ExitCode>,
  check?: (model: QueueModel) => void,
): Promise<ExitCode> {
  const first = ([model]: readonly QueueModel[]) => check?.(model!);
  return operate(args, io, (operation) => work(operation.queues[0]!, operation), first);
}

/** The text of each operator's statement of a queue, by its name. */
export function statementsOf(model: QueueModel): (name: string) => string {
  const all: readonly Statement[] = [
    ...operatorStatements(model, serverSql),
    ...statsStatements(model, serverSql),
    ...reclaimerStatements(model, serverSql),
  ];
  const byName = new Map(all.map(({ name, sql }) => [name, sql]));
  return (name) => {
    const sql = byName.get(name);
    if (sql === undefined) throw new Error(`no statement ${name}`);
    return sql;
  };
}
