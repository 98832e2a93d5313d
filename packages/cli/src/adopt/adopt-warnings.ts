import type { LiveTable } from "@queuegen/migrations/apply";
import type { Diagnostic } from "@queuegen/model";
import type { AdoptedColumns } from "./adopted-columns.js";
import { copyingIndexes } from "./refuse-table.js";

/** What somebody should know before the queue writes to this table. Pure. */
export function adoptWarnings(live: LiveTable, columns: AdoptedColumns): readonly Diagnostic[] {
  const found = [
    ...columns.leftOut.map(({ name, reason }) => `column "${name}" is left out of the job: ${reason}.`),
    ...triggerWarnings(live),
    ...keyWarnings(live),
    ...changedTimes(live),
    ...fixedKey(live),
    ...copied(live),
    ...(live.partitioned
      ? [`the table is partitioned: each look for work reads one index entry range in every partition.`]
      : []),
  ];
  return found.map((message) => ({ code: "adopted-table", severity: "warning", message }));
}

function triggerWarnings({ triggers }: LiveTable): readonly string[] {
  const fired = triggers.filter(({ event }) => event === "UPDATE");
  const others = triggers.filter(({ event }) => event !== "UPDATE");
  return [
    ...fired.map(
      ({ name, timing }) =>
        `trigger "${name}" (${timing} UPDATE) fires for each claim, heartbeat and completion of a row.`,
    ),
    ...others.map(
      ({ name, timing, event }) =>
        `trigger "${name}" (${timing} ${event}) fires where the queue ${event === "INSERT" ? "enqueues" : "deletes rows (retention, onSuccess)"}.`,
    ),
  ];
}

function keyWarnings({ foreignKeys, referencedBy }: LiveTable): readonly string[] {
  return [
    ...foreignKeys.map(
      ({ name, columns, referenced }) =>
        `foreign key "${name}" (${columns.join(", ")}): an enqueued row needs its row in "${referenced}".`,
    ),
    ...foreignKeys
      .filter(({ onDelete }) => onDelete === "CASCADE")
      .map(
        ({ name, referenced }) =>
          `foreign key "${name}" (ON DELETE CASCADE): with a row of "${referenced}" its jobs go, also those that are worked on; their outcome is then nobody's.`,
      ),
    ...referencedBy.map(({ name, table, onDelete }) => {
      const effect = /CASCADE|SET NULL/.test(onDelete)
        ? `changes rows of "${table}" (ON DELETE ${onDelete})`
        : `fails while "${table}" refers to it`;
      return `foreign key "${name}" of "${table}": where retention deletes a row, that ${effect}.`;
    }),
  ];
}

function copied(live: LiveTable): readonly string[] {
  const names = copyingIndexes(live).map((name) => `"${name}"`);
  if (names.length === 0) return [];
  return [
    `the migration copies the table, there and back, since it has the FULLTEXT index ${names.join(", ")}: writes wait until it is done.`,
  ];
}

function changedTimes({ columns }: LiveTable): readonly string[] {
  const names = columns.filter(({ onUpdate }) => onUpdate).map(({ name }) => `"${name}"`);
  if (names.length === 0) return [];
  return [
    `statements of the queue leave ${names.join(", ")} (ON UPDATE CURRENT_TIMESTAMP) as it is: a claim is no change of the row.`,
  ];
}

function fixedKey({ definition, columns }: LiveTable): readonly string[] {
  const key = columns.find(({ name }) => name === definition.primaryKey[0]);
  if (key === undefined || key.autoIncrement) return [];
  return [
    `the application chooses "${key.name}": no enqueue function is generated, an INSERT of its own is the way in.`,
  ];
}
