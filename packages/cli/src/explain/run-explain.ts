import { chosenQueues } from "../chosen-queue.js";
import type { ExitCode } from "../command.js";
import type { ExplainArgs } from "../commands/explain.js";
import { requireConfig } from "../config.js";
import { withConnection } from "../connection.js";
import { databaseUrl } from "../database-url.js";
import type { Io } from "../io.js";
import { loadModels } from "../models.js";
import { type ExplainedQueue, explainQueue } from "./explain-queue.js";
import { reportJson, reportText } from "./report.js";
import { openExplainSession } from "./session.js";

export async function runExplain(args: ExplainArgs, io: Io): Promise<ExitCode> {
  const models = chosenQueues(await loadModels(requireConfig(io.cwd)), args.queue);
  const url = databaseUrl(args.url, io.env);
  const queues = await withConnection(url, async (connection) => {
    const session = await openExplainSession(connection);
    const reports: ExplainedQueue[] = [];
    for (const model of models) reports.push(await explainQueue(session, model));
    return reports;
  });
  io.out(args.json ? reportJson(url.database, queues) : reportText(queues));
  return queues.every(({ statements }) => statements.every(({ problems }) => problems.length === 0)) ? 0 : 1;
}
