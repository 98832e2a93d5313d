import { type KeyKind, keyKind, type QueueModel, sqlIdAlways } from "@queuegen/model";
import { jobKeys, type KeyValue } from "../operate/job-keys.js";
import type { ExplainSession } from "./session.js";

/** Rows that a statement asks for. */
export const SAMPLE_ROWS = 20;

/** Rows in work that are counted at most: enough to judge, and bounded on any table. */
const COUNTED_ROWS = 100_000;

/** Below this a server is right to scan a table where a statement names no index: those plans say nothing about a long queue. */
export const FEW_ROWS = 1_000;

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
  const ids = new Map<number, readonly KeyValue[]>();
  for (const state of [0, 1, 2, 5]) ids.set(state, await idsInState(session, model, state));
  const { low } = KEYS[keyKind(model)];
  return {
    size: await sizeOf(session, model),
    valuesOf: (statement) => sampleValues(statement, ids.get(STATE_OF[statement] ?? 1) ?? [], low),
  };
}

/** Values for every named parameter of a statement. A token that nobody has keeps them off rows that somebody owns. */
export function sampleValues(statement: string, ids: readonly KeyValue[], low: KeyValue = 0n): SampleValues {
  return {
    ids,
    running: ids.slice(0, 2),
    floor: low,
    after: low,
    limit: SAMPLE_ROWS,
    // A claim_time that is ahead of every clock; an earlier one would be a contradiction, which needs no plan. Else what
    // the worker sends for rows that were tried before.
    seen: statement === "reclaimAhead" ? 4_000_000_000 : 65_535,
    token: NOBODY,
    tokens: [NOBODY],
    worker: NOBODY,
    status: 2,
    keep: 0,
    keys: ids.map((_, i) => `${NOBODY}-${i}`),
    delays: ids.map(() => 1000),
    errors: ids.map(() => "sample"),
  };
}

const NOBODY = "queuegen-explain";

/** Filled up with ids that nobody has: a look for a missing row costs as much as one for a row. */
async function idsInState(session: ExplainSession, model: QueueModel, state: number): Promise<readonly KeyValue[]> {
  const { id, status, table } = quoted(model);
  const { asText, known, absent } = KEYS[keyKind(model)];
  const found = await session.rows<{ id: string }>(
    `SELECT ${asText(id)} AS id FROM ${table} WHERE ${status} = ? LIMIT ${SAMPLE_ROWS}`,
    [state],
  );
  const { value } = jobKeys(model);
  const ids: KeyValue[] = found.filter((row) => known.test(row.id)).map((row) => value(row.id));
  while (ids.length < SAMPLE_ROWS) ids.push(absent(model, ids.length));
  return ids;
}

/** Before all uuids, and one itself: MariaDB has a type that takes nothing else. */
const LOW = "00000000-0000-0000-0000-000000000000";

interface KeySamples {
  readonly asText: (id: string) => string;
  /** Ids to take: others might be quoted otherwise under some sql_mode. */
  readonly known: RegExp;
  /** One that nobody has. */
  readonly absent: (model: QueueModel, n: number) => KeyValue;
  /** Before all that there are. */
  readonly low: KeyValue;
}

const KEYS: Readonly<Record<KeyKind, KeySamples>> = {
  integer: { asText: (id) => `CAST(${id} AS CHAR)`, known: /^/, absent: absentInteger, low: 0n },
  text: {
    asText: (id) => `CAST(${id} AS CHAR)`,
    known: /^[\w-]+$/,
    absent: (_model, n) => `${LOW.slice(0, -2)}${10 + n}`,
    low: LOW,
  },
  bytes: {
    asText: (id) => `HEX(${id})`,
    known: /^/,
    absent: (_model, n) => Buffer.from([255, 255, n]),
    low: Buffer.from([0]),
  },
};

function absentInteger({ columns }: QueueModel, n: number): bigint {
  const absent = ABSENT[columns.find(({ field }) => field === "id")?.type.kind ?? "int"] ?? ABSENT.int ?? 0n;
  return absent + BigInt(n);
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
