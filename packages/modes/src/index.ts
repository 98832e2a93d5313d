import { claim } from "./claim/design.js";
import { cursor } from "./cursor/design.js";
import type { Mode } from "./mode.js";
import { type Target, targetChecks } from "./target.js";

export { ADVICE } from "./claim/advice.js";
export { consumerStatements } from "./claim/sql/consumer.js";
export { NOW_MS } from "./claim/sql/now.js";
export { operatorStatements } from "./claim/sql/operator.js";
export { type ProducerSql, producerSql } from "./claim/sql/producer.js";
export { reclaimerStatements } from "./claim/sql/reclaimer.js";
export type { Statement } from "./claim/sql/statement.js";
export { statsStatements } from "./claim/sql/stats.js";
export { type SqlStyle, serverSql } from "./claim/sql/style.js";
export { payloadSpecs } from "./claim/view/column-spec.js";
export { type ControlSql, controlSql } from "./control/control-sql.js";
export { rangeNames } from "./cursor/range-names.js";
export { rowsOfRange } from "./cursor/rows-of-range.js";
export { rangeStatements } from "./cursor/sql/consumer.js";
export { progressStatements } from "./cursor/sql/progress.js";
export { walkStatements } from "./cursor/sql/walk.js";
export { walkSpec } from "./cursor/view/walk-spec.js";
export { generatedFormat } from "./format.js";
export { folderOf, type ImportExtension, importPath, importSuffix, relativePath } from "./import-path.js";
export { fit } from "./layout.js";
export { numberLiteral, valueLiteral } from "./literals.js";
export type { Mode } from "./mode.js";
export type { FileSettings, PlanFiles, PlannedFile } from "./planned-file.js";
export type { Target } from "./target.js";

/** Every mode, one line each. */
export const modes: readonly Mode[] = [claim, cursor];

/** Every mode, with the checks of what this server cannot do. */
export function modesFor(target: Target): readonly Mode[] {
  return modes.map((mode) => ({
    ...mode,
    checks: (options, place) => [...mode.checks(options, place), ...targetChecks(target, options, place)],
  }));
}
