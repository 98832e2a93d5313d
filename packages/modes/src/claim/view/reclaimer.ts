import type { QueueModel } from "@queuegen/model";
import { generatedFormat } from "../../format.js";
import { keep } from "../../layout.js";
import { numberLiteral, valueLiteral } from "../../literals.js";
import { namesOf } from "../sql/names.js";
import { NOW_MS } from "../sql/now.js";
import { reclaimPart } from "../sql/parts.js";
import { reclaimerStatements } from "../sql/reclaimer.js";
import { sourceSql, sqlLiteral } from "../sql/style.js";
import { idKind } from "./consumer.js";
import { type StatementView, statementViews } from "./statements.js";

/** What the template of `reclaimer.ts` prints. */
export interface ReclaimerView {
  readonly format: number;
  /** Source text of the constants that statements share. */
  readonly nowMs: string;
  readonly reclaimSet: string;
  /** What the reclaim does with attempts, as a sentence. */
  readonly reclaimNote: string;
  readonly name: string;
  readonly key: string;
  readonly pascal: string;
  readonly table: string;
  /** The start of the declaration of the statements. */
  readonly statementsHead: string;
  readonly statements: readonly StatementView[];
  /** The word of a key that is no integer. */
  readonly idKind: string | false;
  readonly lease: string;
  readonly heartbeat: string;
  readonly retention: string;
}

export function reclaimerView(model: QueueModel): ReclaimerView {
  const { claim, once, retention, worker } = model.options;
  return {
    format: generatedFormat,
    nowMs: sqlLiteral(NOW_MS),
    reclaimSet: sqlLiteral(reclaimPart(model, namesOf(model), sourceSql)),
    reclaimNote: reclaimNote(model),
    name: model.name,
    key: model.key,
    pascal: model.pascal,
    table: model.table,
    statementsHead: keep(`export const ${model.key}Reclaim: ReclaimStatements = {`),
    statements: statementViews(reclaimerStatements(model, sourceSql)),
    idKind: idKind(model),
    lease: numberLiteral(claim.lease),
    heartbeat: numberLiteral(claim.heartbeat),
    retention: valueLiteral({
      done: retention.done,
      dead: retention.dead,
      ...(once && { once: retention.once }),
      ...(worker.runLog && { runLog: retention.runLog }),
    }),
  };
}

function reclaimNote(model: QueueModel): string {
  const { attempts } = model.options.retry;
  if (attempts === 0) return "To 0; a row that only waited gets its attempt back.";
  return "To 0, or to 3 when attempts are used up and the last one is known to have started; a row that only waited gets it back.";
}
