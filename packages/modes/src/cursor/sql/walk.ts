import { type ColumnModel, type QueueModel, sqlId, type WalkModel } from "@queuegen/model";
import { type Names, namesOf } from "../../claim/sql/names.js";
import { nowMs } from "../../claim/sql/now.js";
import { readAsText } from "../../claim/sql/read.js";
import { type Statement, statement } from "../../claim/sql/statement.js";
import type { SqlStyle } from "../../claim/sql/style.js";
import { rangeNames } from "../range-names.js";
import { rowCompare, segmentsOf } from "./segments.js";

/** What mode cursor sends beside the statements of mode claim: reads of the table, and writes of the ranges. */
export function walkStatements(model: QueueModel, style: SqlStyle): readonly Statement[] {
  const { walk } = model;
  if (walk === undefined) throw new Error(`queue "${model.name}" walks over no table`);
  const names = namesOf(model);
  const now = nowMs(style);
  return [...readStatements(walk), ...planStatements(walk, names, now), ...walkerStatements(walk, names, now)];
}

/** Each reads a stretch of the primary key and nothing else of the table. */
function readStatements({ table, key, columns, where }: WalkModel): readonly Statement[] {
  const from = `FROM ${sqlId(table)} FORCE INDEX (PRIMARY)`;
  const keys = keyList(key, columns);
  const rows = `SELECT ${[keys, ...columns.map(cell)].join(", ")} ${from}`;
  const filter = where === null ? "" : ` AND (${where})`;
  const order = (direction = "") => `ORDER BY ${key.map((name) => sqlId(name) + direction).join(", ")}`;
  const first = key.map((name) => `${sqlId(name)} = :${rangeNames(name).lo}`).join(" AND ");
  return [
    statement("lowest", "The first key there is.", `SELECT ${keys} ${from} ${order()} LIMIT 1`),
    statement(
      "highest",
      "The last key there is, when the run begins.",
      `SELECT ${keys} ${from} ${order(" DESC")} LIMIT 1`,
    ),
    statement("rowsFirst", "The row that the first range begins with.", `${rows} WHERE ${first}${filter}`),
    ...segmentsOf(key).flatMap(({ name, condition }) => [
      statement(
        `rows${name}`,
        "The next batch: key, then what the handler gets.",
        `${rows} WHERE ${condition}${filter} ${order()} LIMIT :limit`,
      ),
      statement(
        `edge${name}`,
        "The key that many rows further on: where ranges are cut.",
        `SELECT ${keys} ${from} WHERE ${condition} ${order()} LIMIT 1 OFFSET :skip`,
      ),
      statement(
        `count${name}`,
        "How many rows, up to a bound.",
        `SELECT COUNT(*) FROM (SELECT 1 ${from} WHERE ${condition} LIMIT :limit) AS counted`,
      ),
    ]),
  ];
}

function planStatements(walk: WalkModel, n: Names, now: string): readonly Statement[] {
  const { key } = walk;
  const columns = (bound: Bound) => key.map((name) => sqlId(rangeNames(name)[bound]));
  const given = (bound: Bound) => key.map((name) => `:${rangeNames(name)[bound]}`);
  const set = (bound: Bound, values: Bound) => columns(bound).map((name, index) => `${name} = ${given(values)[index]}`);
  const row = (assignments: string) => `UPDATE ${n.table} FORCE INDEX (PRIMARY) SET ${assignments}`;
  return [
    statement(
      "begin",
      "Freezes the run: row 1 is all of it. A second worker that tries gets a duplicate key.",
      `INSERT INTO ${n.table} (${n.id}, ${n.status}, ${columns("lo").join(", ")}, ${columns("hi").join(", ")}, ${n.create_time})`,
      `VALUES (1, :status, ${given("lo").join(", ")}, ${given("hi").join(", ")}, ${now})`,
    ),
    statement(
      "rest",
      "What is not cut into ranges yet.",
      `SELECT ${n.status}, ${boundsOf(walk)} FROM ${n.table} FORCE INDEX (PRIMARY) WHERE ${n.id} = 1`,
    ),
    statement(
      "cutRest",
      "Takes a range off the rest, in one transaction with the INSERT of that range.",
      row([...set("lo", "hi"), ...set("at", "hi")].join(", ")),
      `WHERE ${n.id} = 1 AND ${n.status} = 6 AND ${same(columns("at"), given("at"))}`,
    ),
    statement(
      "lastRange",
      "6 -> 0: the rest is the last range.",
      row(`${n.status} = 0, rows_planned = :planned`),
      `WHERE ${n.id} = 1 AND ${n.status} = 6 AND ${same(columns("at"), given("at"))}`,
    ),
    statement(
      "range",
      "A new range, for whoever claims it.",
      `INSERT INTO ${n.table} (${n.status}, ${[...columns("lo"), ...columns("at"), ...columns("hi")].join(", ")}, rows_planned, ${n.create_time})`,
      `VALUES (0, ${[...given("lo"), ...given("at"), ...given("hi")].join(", ")}, :planned, ${now})`,
    ),
  ];
}

function walkerStatements(walk: WalkModel, n: Names, now: string): readonly Statement[] {
  const { key } = walk;
  const names = (bound: Bound) => key.map((name) => rangeNames(name)[bound]);
  const at = names("at").map((name) => sqlId(name));
  const old = names("at").map((name) => `:old_${name}`);
  const hi = names("hi").map((name) => `${sqlId(name)} = :${name}`);
  const bounds = boundsOf(walk);
  const update = `UPDATE ${n.table} FORCE INDEX (PRIMARY)`;
  const state = (status: number) =>
    `(SELECT 1 FROM ${n.table} FORCE INDEX (${n.byStatus}) WHERE ${n.status} = ${status} LIMIT 1)`;
  return [
    statement(
      "advance",
      "The cursor moves, forward and by its owner alone. 0 rows: the claim is lost, or the range was cut shorter.",
      `${update} SET ${at.map((name, index) => `${name} = :${names("at")[index]}`).join(", ")},`,
      `  rows_seen = rows_seen + :seen, rows_done = rows_done + :done, ${n.attempts} = 1, ${n.error_message} = NULL`,
      `WHERE ${n.id} = :id AND ${n.status} = 1 AND ${n.claim_token} = :token AND ${same(at, old)} AND ${hi.join(" AND ")}`,
      `  AND ${rowCompare(names("hi"), ">=", (index) => `:${names("at")[index]}`)}`,
    ),
    statement(
      "where",
      "Whose the range is, and how far it has come.",
      `SELECT ${n.status}, ${n.claim_token}, ${bounds} FROM ${n.table} FORCE INDEX (PRIMARY) WHERE ${n.id} = :id`,
    ),
    statement(
      "held",
      "Ranges in work, for a worker that has none: it takes half of the largest.",
      `SELECT CAST(${n.id} AS CHAR), CAST(rows_planned AS SIGNED) - CAST(rows_seen AS SIGNED), ${bounds}`,
      `FROM ${n.table} FORCE INDEX (${n.byStatus}) WHERE ${n.status} = 1 ORDER BY ${n.id} LIMIT :limit`,
    ),
    statement(
      "cut",
      "The range ends earlier, in one transaction with the INSERT of what is cut off. 0 rows: its cursor is too close by now.",
      `${update} SET ${names("hi")
        .map((name, index) => `${sqlId(name)} = :mid_${key[index]}`)
        .join(", ")}, rows_planned = GREATEST(rows_planned, :moved) - :moved`,
      `WHERE ${n.id} = :id AND ${n.status} = 1 AND ${hi.join(" AND ")}`,
      `  AND (${at[0]} IS NULL OR ${rowCompare(names("at"), "<", (index) => `:near_${key[index]}`)})`,
    ),
    statement("open", "Whether any range is not over.", [0, 1, 5, 6].map(state).join(" UNION ALL ")),
    statement(
      "lost",
      "How many ranges are dead in the end, and why one of them is.",
      `SELECT COUNT(*), MAX(${n.error_message}) FROM ${n.table} FORCE INDEX (${n.byStatus}) WHERE ${n.status} = 3`,
    ),
    statement(
      "pace",
      "Books the time that the rows of a batch take under the throttle, for all processes in one row.",
      `${update} SET next_ms = LAST_INSERT_ID(GREATEST(COALESCE(next_ms, 0), ${now})) + :cost WHERE ${n.id} = 1`,
    ),
    statement(
      "wait",
      "How many ms until the time that was booked.",
      `SELECT CAST(LAST_INSERT_ID() AS SIGNED) - (${now})`,
    ),
  ];
}

type Bound = "lo" | "at" | "hi";

/** NULL is a value here: the cursor before its first row. */
function same(columns: readonly string[], values: readonly string[]): string {
  return columns.map((name, index) => `${name} <=> ${values[index]}`).join(" AND ");
}

/** Integers as digits, in whatever size. */
function keyList(key: readonly string[], columns: readonly ColumnModel[]): string {
  return key
    .map((name) =>
      keyCell(
        sqlId(name),
        columns.find((column) => column.name === name),
      ),
    )
    .join(", ");
}

function keyCell(name: string, column: ColumnModel | undefined): string {
  return column?.type.kind.endsWith("int") ? `CAST(${name} AS CHAR)` : name;
}

/** The bounds of a range in the order lo, at, hi, each as many cells as the key has columns. */
function boundsOf({ key, columns }: WalkModel): string {
  return (["lo", "at", "hi"] as const)
    .flatMap((bound) =>
      key.map((name) =>
        keyCell(
          sqlId(rangeNames(name)[bound]),
          columns.find((column) => column.name === name),
        ),
      ),
    )
    .join(", ");
}

/** Without an alias: a sort by the key must not find the text of the key instead. */
function cell({ name, type }: ColumnModel): string {
  return readAsText.has(type.kind) ? `CAST(${sqlId(name)} AS CHAR)` : sqlId(name);
}
