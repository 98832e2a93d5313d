import { adoptedColumns, keepRows, refuseByServer, refuseOnAdopted } from "./build/adopted.js";
import { Problems } from "./build/problems.js";
import { readColumns } from "./build/read-columns.js";
import { readFields } from "./build/read-fields.js";
import { readIndexes } from "./build/read-indexes.js";
import { readTable, refuseUnknown } from "./build/read-options.js";
import { readScalar } from "./build/read-scalar.js";
import { readWalk } from "./build/read-walk.js";
import { withStandardIndexes } from "./build/standard-indexes.js";
import { describe, entryOf, placeOf } from "./build/static-value.js";
import type { Declaration, StaticEntry, StaticValue } from "./declaration.js";
import { deepFreeze } from "./deep-freeze.js";
import type { Diagnostic } from "./diagnostic.js";
import type { ModeDesign } from "./mode.js";
import type { ClaimOptions, QueueModel } from "./model.js";
import { adoptedTableProblem, queueNameProblem, queueNames, sqlNameProblem, suggestQueueName } from "./names.js";
import { suggest } from "./nearest.js";
import { anyTable } from "./option.js";

export interface BuiltModel {
  /** Only where nothing is wrong; advice is not. */
  readonly model?: QueueModel;
  readonly diagnostics: readonly Diagnostic[];
}

/** Options that every mode has. */
const sharedOptions = ["table", "mode", "adopted", "columns", "indexes", "fields"] as const;

/** Judges one declaration, all of it: every problem is told, whatever the others. */
export function buildModel(declaration: Declaration, modes: readonly ModeDesign[]): BuiltModel {
  const problems = new Problems();
  const name = readName(declaration, problems);
  const mode = readMode(declaration, modes, problems);
  const adopted = readAdopted(declaration, problems);
  const table = readTableName(declaration, name, adopted, problems);
  if (!mode) return { diagnostics: problems.found };
  const { values, options: read } = readModeOptions(declaration, mode, problems);
  const options = adopted ? keepRows(read, declaration.options) : read;
  const parts = mode.walk
    ? readWalk({ declaration, mode, walk: mode.walk, values, options, name, table }, problems)
    : { table, ...readParts(declaration, mode, options, adopted, problems) };
  if (problems.count > 0 || name === undefined || parts?.table === undefined) return { diagnostics: problems.found };
  const { key, pascal } = queueNames(name);
  const { doc, file } = declaration;
  const exportName = declaration.exportName ?? key;
  return {
    model: deepFreeze({
      name,
      key,
      pascal,
      mode: mode.name,
      ...(adopted && { adopted: true as const }),
      doc,
      file,
      exportName,
      ...parts,
      table: parts.table,
      options,
    }),
    diagnostics: problems.found,
  };
}

function readName({ name: given }: Declaration, problems: Problems): string | undefined {
  if (problems.skips(given)) return undefined;
  const name = given.kind === "scalar" && typeof given.value === "string" ? given.value : undefined;
  const problem =
    name === undefined ? `A queue is named by a text, not by ${describe(given)}.` : queueNameProblem(name);
  if (problem === undefined) return name;
  const suggestion = suggestQueueName(name ?? "");
  const hint = suggestion === undefined ? "For instance notify or order-timeout." : `For instance "${suggestion}".`;
  problems.error("bad-queue-name", given.at, problem, hint);
  return undefined;
}

function readMode({ options }: Declaration, modes: readonly ModeDesign[], problems: Problems): ModeDesign | undefined {
  const given = entryOf(options, "mode")?.value;
  if (given && problems.skips(given)) return undefined;
  const word = given === undefined ? "claim" : given.kind === "scalar" ? given.value : undefined;
  const mode = modes.find(({ name }) => name === word);
  if (!mode && given) {
    const names = modes.map(({ name }) => name);
    const message = `There is no mode ${describe(given)}.`;
    problems.error("unknown-mode", given.at, message, suggest(String(word), names));
  }
  return mode;
}

function readTableName(
  declaration: Declaration,
  name: string | undefined,
  adopted: boolean,
  problems: Problems,
): string | undefined {
  const given = entryOf(declaration.options, "table")?.value;
  if (!given) return name === undefined ? undefined : queueNames(name).table;
  const read = readScalar("table", { type: "text", doc: "The name of the table." }, given, problems);
  if (typeof read?.value !== "string") return undefined;
  const problem = adopted ? adoptedTableProblem(read.value) : sqlNameProblem(read.value);
  if (problem) problems.error("bad-name", given.at, problem, adopted ? RENAME : "Choose another name for the table.");
  return problem ? undefined : read.value;
}

const RENAME = "Rename the table, or make a queue with a table of its own.";

function readAdopted(declaration: Declaration, problems: Problems): boolean {
  const given = entryOf(declaration.options, "adopted")?.value;
  if (!given) return false;
  const doc = "Whether the table is the application's own.";
  return readScalar("adopted", { type: "boolean", doc }, given, problems)?.value === true;
}

interface ModeOptions {
  /** As declared. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly options: ClaimOptions;
}

function readModeOptions({ options, at }: Declaration, mode: ModeDesign, problems: Problems): ModeOptions {
  const table = anyTable(mode.options);
  refuseUnknown([...sharedOptions, ...Object.keys(table)], options, mode.elsewhere, problems);
  const before = problems.count;
  const values = readTable(table, options, at, problems);
  const complete = mode.complete?.(values) ?? (values as unknown as ClaimOptions);
  // A wrong option has taken its default here: what it means together with the others cannot be said.
  if (problems.count === before) problems.add(mode.checks(complete, (path) => placeOf(options, path, at)));
  return { values, options: complete };
}

function readParts(
  { options: given, at }: Declaration,
  mode: ModeDesign,
  options: ClaimOptions,
  adopted: boolean,
  problems: Problems,
): Pick<QueueModel, "columns" | "indexes" | "fields"> {
  const standard = adopted ? adoptedColumns(mode.columns(options)) : mode.columns(options);
  if (adopted) refuseOnAdopted(given, problems);
  const fields = readFields(entryOf(given, "fields")?.value, standard, problems);
  const columnsGiven = entryOf(given, "columns");
  const entries = columnEntries(columnsGiven?.value, problems);
  // Nothing can be said about columns that nobody can see.
  if (!entries) return { columns: [], fields, indexes: [] };
  const columns = readColumns(entries, standard, fields, columnsGiven?.keyAt ?? at, problems);
  if (!adopted) refuseByServer(entries, columns, problems);
  const indexesGiven = entryOf(given, "indexes");
  const read = readIndexes(indexesGiven?.value, columns, problems);
  const indexes = withStandardIndexes(mode.indexes(options), fields, read, indexesGiven?.keyAt ?? at, problems);
  return { columns, fields, indexes };
}

function columnEntries(given: StaticValue | undefined, problems: Problems): readonly StaticEntry[] | undefined {
  if (given === undefined || given.kind === "object") return given?.entries ?? [];
  if (problems.skips(given)) return undefined;
  const hint = "Write columns: { id: bigint({ unsigned: true, autoIncrement: true }), ... }.";
  problems.error("bad-option", given.at, `\`columns\` takes names with their types, not ${describe(given)}.`, hint);
  return undefined;
}
