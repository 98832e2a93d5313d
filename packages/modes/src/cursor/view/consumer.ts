import type { QueueModel } from "@queuegen/model";
import { namesOf } from "../../claim/sql/names.js";
import { NOW_MS } from "../../claim/sql/now.js";
import { claimPart } from "../../claim/sql/parts.js";
import { jobList } from "../../claim/sql/read.js";
import { sourceSql, sqlLiteral } from "../../claim/sql/style.js";
import { decodeSpec } from "../../claim/view/column-spec.js";
import { attemptsText, handlerType } from "../../claim/view/consumer.js";
import { type StatementView, statementViews } from "../../claim/view/statements.js";
import { generatedFormat } from "../../format.js";
import { importPath, importSuffix } from "../../import-path.js";
import { keep } from "../../layout.js";
import { valueLiteral } from "../../literals.js";
import type { FileSettings } from "../../planned-file.js";
import { rangeStatements } from "../sql/consumer.js";
import { walkStatements } from "../sql/walk.js";
import { walkSpec } from "./walk-spec.js";

/** What the template of `consumer.ts` prints. */
export interface ConsumerView {
  readonly format: number;
  /** Source text of the constants that statements share. */
  readonly nowMs: string;
  readonly job: string;
  readonly claimSet: string;
  /** Ends the specifiers of sibling files: ".js", ".ts" or "". */
  readonly suffix: string;
  readonly name: string;
  readonly key: string;
  readonly pascal: string;
  /** The table of ranges, and the one that is walked over. */
  readonly table: string;
  readonly walked: string;
  readonly attempts: string;
  readonly database: { readonly name: string; readonly from: string } | false;
  readonly handlerType: string;
  readonly claimHead: string;
  readonly claimStatements: readonly StatementView[];
  readonly walkHead: string;
  readonly walkStatements: readonly StatementView[];
  /** Object literals. */
  readonly columns: string;
  readonly claim: string;
  readonly retry: string;
  readonly walk: string;
}

export function consumerView(model: QueueModel, folder: string, settings: FileSettings): ConsumerView {
  const { walk } = model;
  if (walk === undefined) throw new Error(`queue "${model.name}" walks over no table`);
  const { claim, retry } = model.options;
  const { database, importExtension } = settings;
  const names = namesOf(model);
  return {
    format: generatedFormat,
    nowMs: sqlLiteral(NOW_MS),
    job: sqlLiteral(jobList(model, names)),
    claimSet: sqlLiteral(claimPart(names)),
    suffix: importSuffix(importExtension),
    name: model.name,
    key: model.key,
    pascal: model.pascal,
    table: model.table,
    walked: walk.table,
    attempts: attemptsText(retry.attempts),
    database: database ? { name: database.name, from: importPath(folder, database.file, importExtension) } : false,
    handlerType: handlerType(model.pascal, database ? `Transaction<${database.name}>` : "MysqlConnection"),
    claimHead: keep(`export const ${model.key}Statements: ClaimStatements = {`),
    claimStatements: statementViews(rangeStatements(model, sourceSql)),
    walkHead: keep(`export const ${model.key}Walk: WalkStatements = {`),
    walkStatements: statementViews(walkStatements(model, sourceSql)),
    columns: decodeSpec(model),
    claim: valueLiteral(claim),
    retry: valueLiteral(retry),
    walk: valueLiteral(walkSpec(walk)),
  };
}
