import type { QueueModel } from "@queuegen/model";
import { generatedFormat } from "../../format.js";
import { importSuffix } from "../../import-path.js";
import { fit, keep } from "../../layout.js";
import type { FileSettings } from "../../planned-file.js";
import { producerSql } from "../sql/producer.js";
import { sqlLiteral } from "../sql/style.js";
import { encodeSpec } from "./column-spec.js";

/** What the template of `producer.ts` prints. */
export interface ProducerView {
  readonly format: number;
  /** Ends the specifiers of sibling files: ".js", ".ts" or "". */
  readonly suffix: string;
  readonly name: string;
  readonly key: string;
  readonly pascal: string;
  readonly table: string;
  /** Source text of the two halves of the INSERT. */
  readonly insert: string;
  readonly row: string;
  /** Source text of the look for taken keys; `false` for a queue without dedupe keys. */
  readonly duplicates: string | false;
  readonly once: boolean;
  /** The start of the declaration of the producer. */
  readonly specHead: string;
  /** Whole lines. */
  readonly columns: readonly string[];
  /** The parameter of the jobs and the call that passes it on, whole lines. */
  readonly jobsParameter: string;
  readonly call: string;
}

export function producerView(model: QueueModel, settings: FileSettings): ProducerView {
  const { insert, row, duplicates } = producerSql(model);
  const { name, key, pascal, table } = model;
  return {
    format: generatedFormat,
    suffix: importSuffix(settings.importExtension),
    name,
    key,
    pascal,
    table,
    insert: sqlLiteral(insert),
    row: sqlLiteral(row),
    duplicates: duplicates === undefined ? false : sqlLiteral(duplicates),
    once: model.options.once,
    specHead: keep(`export const ${key}Producer: ProducerSpec = {`),
    columns: encodeSpec(model).map(({ name: column, spec }) => keep(`    ${column}: ${spec},`)),
    jobsParameter: fit(
      `  jobs: ${pascal}New | readonly ${pascal}New[],`,
      `  jobs:\n    | ${pascal}New\n    | readonly ${pascal}New[],`,
    ),
    call: fit(
      `  return enqueue(db, ${key}Producer, jobs, options);`,
      `  return enqueue(\n    db,\n    ${key}Producer,\n    jobs,\n    options,\n  );`,
    ),
  };
}
