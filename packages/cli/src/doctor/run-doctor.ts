import { join } from "node:path";
import { type MigrationFolder, readMigrations } from "@queuegen/migrations";
import { readDrift } from "@queuegen/migrations/apply";
import type { QueueModel } from "@queuegen/model";
import { controlSql } from "@queuegen/modes";
import type { Connection } from "mysql2/promise";
import type { ExitCode } from "../command.js";
import type { DoctorArgs } from "../commands/doctor.js";
import { type Config, requireConfig } from "../config.js";
import { withConnection } from "../connection.js";
import { type DatabaseUrl, databaseUrl } from "../database-url.js";
import type { Io } from "../io.js";
import { loadModels } from "../models.js";
import { openOperateDatabase } from "../operate/operate-database.js";
import { queueStats } from "../operate/queue-stats.js";
import { type Asker, openAsker } from "./asker.js";
import type { Finding } from "./finding.js";
import { judgeLoad } from "./judge-load.js";
import { judgeMigrations } from "./judge-migrations.js";
import { judgeQueue } from "./judge-queue.js";
import { judgeRights } from "./judge-rights.js";
import { judgeServer } from "./judge-server.js";
import { readLoad } from "./read-load.js";
import { readRights } from "./read-rights.js";
import { readServer } from "./read-server.js";
import { type Report, reportJson, reportText, sortFindings } from "./report.js";

/** Looks at a database as a careful administrator would. Writes nothing and reads a bounded number of rows. */
export async function runDoctor(args: DoctorArgs, io: Io): Promise<ExitCode> {
  const config = requireConfig(io.cwd);
  const models = await loadModels(config);
  const folders = await readMigrations(join(config.root, config.migrations.dir), config.migrations.format);
  const url = databaseUrl(args.url, io.env);
  const report = await withConnection(url, (connection) => examine({ connection, config, models, folders, url, io }));
  io.out(args.json ? reportJson(report) : reportText(report));
  const failing = { error: ["error"], warning: ["error", "warning"], info: ["error", "warning", "info"] }[
    args["fail-on"]
  ];
  return report.findings.some(({ severity }) => failing.includes(severity)) ? 1 : 0;
}

interface Examination {
  readonly connection: Connection;
  readonly config: Config;
  readonly models: readonly QueueModel[];
  readonly folders: readonly MigrationFolder[];
  readonly url: DatabaseUrl;
  readonly io: Io;
}

async function examine(examination: Examination): Promise<Report> {
  const { connection, config, models, folders, url } = examination;
  const { tablePrefix, target } = config;
  const asker = await openAsker(connection);
  const server = await readServer(asker);
  const load = await readLoad(asker);
  const drift = await readDrift({ connection, folders, tablePrefix, target, models });
  const findings = [
    ...judgeMigrations(drift),
    ...judgeServer(server),
    ...judgeRights(await readRights(asker, models, tablePrefix)),
    ...judgeLoad(load),
    ...(await judgeQueues(examination, asker)),
  ];
  const { database, place } = url;
  const queues = models.map(({ name }) => name);
  return { database, place, server, queues, findings: sortFindings(findings), unseen: asker.unseen };
}

/** 1054 a column, 1146 a table, 1176 an index that is not there: drift has told that. */
const NOT_AS_DECLARED: readonly number[] = [1054, 1142, 1143, 1146, 1176];

async function judgeQueues(
  { connection, config, models, url, io }: Examination,
  asker: Asker,
): Promise<readonly Finding[]> {
  const { tablePrefix } = config;
  const database = await openOperateDatabase(connection);
  const operation = { queues: models, url, database, control: controlSql(tablePrefix), tablePrefix, io };
  const findings: Finding[] = [];
  for (const model of models) {
    try {
      findings.push(...judgeQueue(model, await queueStats(model, operation)));
    } catch (error) {
      const { errno = 0, message } = error as { errno?: number; message: string };
      if (!NOT_AS_DECLARED.includes(errno)) throw error;
      asker.missed(`queue ${model.name}`, message);
    }
  }
  return findings;
}
