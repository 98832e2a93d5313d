import type { QueueModel } from "@queuegen/model";
import { sourceSql } from "../../claim/sql/style.js";
import { type ClaimingView, claimingView } from "../../claim/view/consumer.js";
import { type StatementView, statementViews } from "../../claim/view/statements.js";
import { keep } from "../../layout.js";
import { valueLiteral } from "../../literals.js";
import type { FileSettings } from "../../planned-file.js";
import { rangeStatements } from "../sql/consumer.js";
import { walkStatements } from "../sql/walk.js";
import { walkSpec } from "./walk-spec.js";

/** What the template of `consumer.ts` prints. `table` is that of the ranges. */
export interface ConsumerView extends ClaimingView {
  /** The table that is walked over. */
  readonly walked: string;
  readonly claimStatements: readonly StatementView[];
  readonly walkHead: string;
  readonly walkStatements: readonly StatementView[];
  /** An object literal. */
  readonly walk: string;
}

export function consumerView(model: QueueModel, folder: string, settings: FileSettings): ConsumerView {
  const { walk } = model;
  if (walk === undefined) throw new Error(`queue "${model.name}" walks over no table`);
  return {
    ...claimingView(model, folder, settings),
    walked: walk.table,
    claimStatements: statementViews(rangeStatements(model, sourceSql)),
    walkHead: keep(`export const ${model.key}Walk: WalkStatements = {`),
    walkStatements: statementViews(walkStatements(model, sourceSql)),
    walk: valueLiteral(walkSpec(walk)),
  };
}
