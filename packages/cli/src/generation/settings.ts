import type { GenerateSettings } from "@queuegen/generator";
import { queueTableSql } from "@queuegen/migrations";
import type { Config } from "../config.js";
import type { Templates } from "./templates.js";

/** What generation needs of the configuration. */
export function generateSettings(config: Config, { templates }: Templates): GenerateSettings {
  const [file, name] = config.database?.split("#") ?? [];
  return {
    generated: config.generated,
    handlers: config.handlers,
    worker: config.worker,
    importExtension: config.importExtension,
    database: file !== undefined && name !== undefined ? { file, name } : undefined,
    tablePrefix: config.tablePrefix,
    templates,
    createTableSql: queueTableSql,
  };
}
