import type { QueueModel } from "@queuegen/model";
import { consumerStatements } from "../../claim/sql/consumer.js";
import type { Statement } from "../../claim/sql/statement.js";
import type { SqlStyle } from "../../claim/sql/style.js";

/** Ranges are claimed as jobs are, and read after the claim: their cursor may have moved since the look. */
export function rangeStatements(model: QueueModel, style: SqlStyle): readonly Statement[] {
  return consumerStatements({ ...model, adopted: true }, style);
}
