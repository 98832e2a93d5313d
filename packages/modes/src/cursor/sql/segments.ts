import { sqlId } from "@queuegen/model";
import { rangeNames } from "../range-names.js";

/** A part of a range that is one stretch of the key: what stands in front of it is equal, one column of it is bounded. */
export interface Segment {
  /** `Between0`, `After1`, `Upto1`: the end of the names of its statements. */
  readonly name: string;
  /** The condition, by the parameters `:at_<column>` (all keys are higher) and `:hi_<column>` (none is higher). */
  readonly condition: string;
}

/**
 * The stretches that any part of a table may be made of. A key of one column has one; of a composite key `(a, b) > (:a, :b)`
 * would be true to the idea, but servers read the whole table for it. Instead: `After`, what is left under the same first
 * columns; `Between`, what differs in one column; `Upto`, what is under the first columns of the end.
 */
export function segmentsOf(key: readonly string[]): readonly Segment[] {
  const last = key.length - 1;
  const at = (index: number): string => `:${rangeNames(key[index] ?? "").at}`;
  const hi = (index: number): string => `:${rangeNames(key[index] ?? "").hi}`;
  const column = (index: number): string => sqlId(key[index] ?? "");
  const same = (end: number, value: (index: number) => string): readonly string[] =>
    key.slice(0, end).map((_, index) => `${column(index)} = ${value(index)}`);
  const behind = rowCompare(key, ">", at);
  const within = rowCompare(key, "<=", hi);
  const after = key.slice(1).map((_, index) => index + 1);
  return [
    ...after.map((index) => segment(`After${index}`, ...same(index, at), `${column(index)} > ${at(index)}`, within)),
    ...key.map((_, index) =>
      segment(
        `Between${index}`,
        ...same(index, at),
        `${column(index)} > ${at(index)}`,
        `${column(index)} ${index === last ? "<=" : "<"} ${hi(index)}`,
      ),
    ),
    ...after.map((index) =>
      segment(
        `Upto${index}`,
        ...same(index, hi),
        `${column(index)} ${index === last ? "<=" : "<"} ${hi(index)}`,
        behind,
      ),
    ),
  ];
}

/** `(a, b) > (:at_a, :at_b)`; in one column without parentheses. */
export function rowCompare(key: readonly string[], operator: string, value: (index: number) => string): string {
  const names = key.map((name) => sqlId(name));
  const values = key.map((_, index) => value(index));
  return names.length === 1
    ? `${names[0]} ${operator} ${values[0]}`
    : `(${names.join(", ")}) ${operator} (${values.join(", ")})`;
}

function segment(name: string, ...conditions: readonly string[]): Segment {
  return { name, condition: conditions.join(" AND ") };
}
