import { type QueueModel, sqlIdAlways } from "@queuegen/model";
import type { ExplainSession } from "./session.js";

/** Rows that a statement asks for. */
export const SAMPLE_ROWS = 20;

/** Rows in work that are counted at most: enough to judge, and bounded on any table. */
const COUNTED_ROWS = 100_000;

/** Below this a server is right to scan a table where a statement names no index: those plans say nothing about a long queue. */
const FEW_ROWS = 1_000;

/** Values for the named parameters of every statement. */
export type SampleValues = Readonly<Record<string, unknown>>;

export interface Samples {
  /** Values for one statement, by its name. */
  readonly valuesOf: (statement: string) => SampleValues;
  readonly size: TableSize;
}

/** What of the table's size bears on the verdict. */
export interface TableSize {
  /** Rows in status 1, counted up to a bound. */
  readonly processing: number;
  /** Whether there are fewer than 1000 rows in all. */
  readonly few: boolean;
}

/** Which state the rows are in that a statement is about; the others are about rows in work. */
const STATE_OF: Readonly<Record<string, number>> = { claim: 0, claimDue: 5, purge: 2 };

/** Looks up ids that exist, so that the statements do what they do in earnest. */
export async function takeSamples(session: ExplainSession, model: QueueModel): Promise<Samples> {
  const ids = new Map<number, readonly bigint[]>();
  for (const state of [0, 1, 2, 5]) ids.set(state, await idsInState(session, model, state));
  return {
    size: await sizeOf(session, model),
    valuesOf: (statement) => sampleValues(statement, ids.get(STATE_OF[statement] ?? 1) ?? []),
  };
}

/** Values for every named parameter of a statement. A token that nobody has keeps them off rows that somebody owns. */
export function sampleValues(statement: string, ids: readonly bigint[]): SampleValues {
  return {
    ids,
    running: ids.slice(0, 2),
    floor: 0,
    after: 0,
    limit: SAMPLE_ROWS,
    // A claim_time that is ahead of every clock; an earlier one would be a contradiction, which needs no plan. Else what
    // the worker sends for rows that were tried before.
    seen: statement === "reclaimAhead" ? 4_000_000_000 : 65_535,
    token: NOBODY,
    tokens: [NOBODY],
    worker: NOBODY,
    status: 2,
    keep: 0,
    keys: ids.map((id) => `${NOBODY}-${id}`),
    delays: ids.map(() => 1000),
    errors: ids.map(() => "sample"),
  };
}

const NOBODY = "queuegen-explain";

/** Filled up with ids that nobody has: a look for a missing row costs as much as one for a row. */
async function idsInState(session: ExplainSession, model: QueueModel, state: number): Promise<readonly bigint[]> {
  const { id, status, table } = quoted(model);
  const found = await session.rows<{ id: string }>(
    `SELECT CAST(${id} AS CHAR) AS id FROM ${table} WHERE ${status} = ? LIMIT ${SAMPLE_ROWS}`,
    [state],
  );
  const ids = found.map((row) => BigInt(row.id));
  const absent = ABSENT[model.columns.find(({ field }) => field === "id")?.type.kind ?? "int"] ?? ABSENT.int ?? 0n;
  while (ids.length < SAMPLE_ROWS) ids.push(absent + BigInt(ids.length));
  return ids;
}

/** Near the end of the range of the key, signed: a value that no key can have would need no plan. */
const ABSENT: Readonly<Record<string, bigint>> = {
  tinyint: 100n,
  smallint: 32_700n,
  mediumint: 8_388_000n,
  int: 2_147_483_000n,
};

async function sizeOf(session: ExplainSession, model: QueueModel): Promise<TableSize> {
  const { status, table } = quoted(model);
  const count = async (rows: string, most: number): Promise<number> => {
    const [row] = await session.rows<{ n: number | string }>(
      `SELECT COUNT(*) AS n FROM (SELECT 1 FROM ${rows} LIMIT ${most}) AS counted`,
    );
    return Number(row?.n ?? 0);
  };
  return {
    processing: await count(`${table} WHERE ${status} = 1`, COUNTED_ROWS),
    few: (await count(table, FEW_ROWS)) < FEW_ROWS,
  };
}

function quoted({ table, fields }: QueueModel): {
  readonly id: string;
  readonly status: string;
  readonly table: string;
} {
  return {
    id: sqlIdAlways(fields.id ?? "id"),
    status: sqlIdAlways(fields.status ?? "status"),
    table: sqlIdAlways(table),
  };
}
