import { keyKind, type QueueModel } from "@queuegen/model";
import { generatedFormat } from "../../format.js";
import { importPath, importSuffix } from "../../import-path.js";
import { fit, keep } from "../../layout.js";
import { valueLiteral } from "../../literals.js";
import type { FileSettings } from "../../planned-file.js";
import { consumerStatements } from "../sql/consumer.js";
import { namesOf } from "../sql/names.js";
import { NOW_MS } from "../sql/now.js";
import { claimPart } from "../sql/parts.js";
import { jobList } from "../sql/read.js";
import { sourceSql, sqlLiteral } from "../sql/style.js";
import { decodeSpec } from "./column-spec.js";
import { type StatementView, statementViews } from "./statements.js";

/** What the consumer files of all modes that claim rows print. */
export interface ClaimingView {
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
  readonly table: string;
  /** The end of the sentence about failed attempts. */
  readonly attempts: string;
  /** Where the user's Kysely interface is imported from; `false` without one. */
  readonly database: { readonly name: string; readonly from: string } | false;
  /** The declaration of the handler's type. */
  readonly handlerType: string;
  /** The start of the declaration of the claim's statements. */
  readonly claimHead: string;
  /** Object literals. */
  readonly columns: string;
  readonly claim: string;
  readonly retry: string;
}

export function claimingView(model: QueueModel, folder: string, settings: FileSettings): ClaimingView {
  const { claim, retry } = model.options;
  const { database, importExtension } = settings;
  return {
    format: generatedFormat,
    nowMs: sqlLiteral(NOW_MS),
    job: sqlLiteral(jobList(model, namesOf(model))),
    claimSet: sqlLiteral(claimPart(namesOf(model))),
    suffix: importSuffix(importExtension),
    name: model.name,
    key: model.key,
    pascal: model.pascal,
    table: model.table,
    attempts: attemptsText(retry.attempts),
    database: database ? { name: database.name, from: importPath(folder, database.file, importExtension) } : false,
    handlerType: handlerType(model.pascal, database ? `Transaction<${database.name}>` : "MysqlConnection"),
    claimHead: keep(`export const ${model.key}Statements: ClaimStatements = {`),
    columns: decodeSpec(model),
    claim: valueLiteral(claim),
    retry: valueLiteral(retry),
  };
}

/** What the template of `consumer.ts` prints. */
export interface ConsumerView extends ClaimingView {
  readonly statements: readonly StatementView[];
  readonly onSuccess: string;
  /** The word of a key that is no integer. */
  readonly idKind: string | false;
  readonly readBack: boolean;
  readonly once: boolean;
}

export function consumerView(model: QueueModel, folder: string, settings: FileSettings): ConsumerView {
  const { once, retention } = model.options;
  return {
    ...claimingView(model, folder, settings),
    statements: statementViews(consumerStatements(model, sourceSql)),
    onSuccess: retention.onSuccess,
    idKind: idKind(model),
    readBack: model.adopted === true,
    once,
  };
}

/** What the runtime need not be told of integers. */
export function idKind(model: QueueModel): string | false {
  const kind = keyKind(model);
  return kind === "integer" ? false : kind;
}

function handlerType(pascal: string, transaction: string): string {
  const head = `export type ${pascal}Handler`;
  return fit(
    `${head}<Trx = ${transaction}> = Handler<${pascal}Job, Trx>;`,
    `${head}<Trx = ${transaction}> = Handler<\n  ${pascal}Job,\n  Trx\n>;`,
    `${head}<\n  Trx = ${transaction},\n> = Handler<${pascal}Job, Trx>;`,
  );
}

function attemptsText(attempts: number): string {
  if (attempts === 0) return "tried again after a backoff, without limit";
  if (attempts === 1) return "dead at once";
  return `tried again after a backoff, ${attempts} attempts in all`;
}
