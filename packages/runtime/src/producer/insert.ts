import { PayloadError } from "../errors.js";
import { quoteText } from "../sql/quote-text.js";
import { DUPLICATE_KEY, errnoOf } from "../sql/server-error.js";
import { compile, type SqlValues, type Statement } from "../sql/statement.js";
import { chunks } from "./chunks.js";
import type { Enqueued, ProducerSpec } from "./enqueue.js";
import type { BoundSql, Execute, Producer } from "./producer-connection.js";
import type { NewRow } from "./rows.js";
import type { ServerFacts } from "./server-facts.js";

/** Writes rows and answers for each, in order, its id and whether it is new. */
export async function insertJobs(
  producer: Producer,
  spec: ProducerSpec,
  rows: readonly NewRow[],
  facts: ServerFacts,
): Promise<Enqueued[]> {
  const row = compile(spec.row);
  const bound = rows.map(({ values }) => bind(row, values, producer.escape));
  refuseTooLong(spec, bound, facts.maxPacket);
  const parts = chunks(bound.map(sizeOf), facts.maxPacket);
  // With keys a call may need several statements even for few rows: a duplicate makes the server refuse all of them.
  const atomic = parts.length > 1 || rows.some(({ key }) => key !== undefined);
  return producer.run(atomic, async (execute) => {
    const inserter = new Inserter(execute, producer.escape, spec, facts.idStep);
    const enqueued: Enqueued[] = [];
    for (const [from, to] of parts) {
      enqueued.push(...(await inserter.insertAll(rows.slice(from, to), bound.slice(from, to))));
    }
    return enqueued;
  });
}

/** The server would answer by closing the connection, in the middle of which the next caller may be. */
function refuseTooLong({ queue, insert }: ProducerSpec, bound: readonly BoundSql[], maxPacket: number): void {
  bound.forEach((part, index) => {
    if (sizeOf(part) < maxPacket || bytesOf(part) + insert.length < maxPacket) return;
    const limit = `${Math.floor(maxPacket / 1024)} KiB`;
    throw new PayloadError(queue, index, "job", `is longer than a statement may be (max_allowed_packet is ${limit})`);
  });
}

class Inserter {
  readonly #execute: Execute;
  readonly #escape: Producer["escape"];
  readonly #spec: ProducerSpec;
  readonly #idStep: bigint;
  /** Ids of the keys met so far: in the table, or earlier in this call. */
  readonly #ids = new Map<string, string>();

  constructor(execute: Execute, escapeValue: Producer["escape"], spec: ProducerSpec, idStep: number) {
    this.#execute = execute;
    this.#escape = escapeValue;
    this.#spec = spec;
    this.#idStep = BigInt(idStep);
  }

  /** Reads first which keys are taken, then inserts the rest: INSERT IGNORE would swallow other errors too. */
  async insertAll(rows: readonly NewRow[], bound: readonly BoundSql[]): Promise<Enqueued[]> {
    if (rows.every(({ key }) => key === undefined)) return this.#send(bound);
    await this.#readTaken(rows);
    const fresh: number[] = [];
    const firstOf = new Set<string>();
    rows.forEach(({ key }, index) => {
      if (key !== undefined && (this.#ids.has(key) || firstOf.has(key))) return;
      if (key !== undefined) firstOf.add(key);
      fresh.push(index);
    });
    const added = await this.#insert(rows, bound, fresh);
    return rows.map(({ key }, index) => added.get(index) ?? { id: this.#ids.get(key!)!, status: "duplicate" });
  }

  async #insert(
    rows: readonly NewRow[],
    bound: readonly BoundSql[],
    indexes: readonly number[],
  ): Promise<Map<number, Enqueued>> {
    const added = new Map<number, Enqueued>();
    if (indexes.length === 0) return added;
    try {
      const sent = await this.#send(indexes.map((index) => bound[index]!));
      indexes.forEach((index, at) => {
        added.set(index, sent[at]!);
        const { key } = rows[index]!;
        if (key !== undefined) this.#ids.set(key, sent[at]!.id);
      });
      return added;
    } catch (error) {
      if (errnoOf(error) !== DUPLICATE_KEY) throw error;
      return this.#afterDuplicate(rows, bound, indexes, error);
    }
  }

  async #send(parts: readonly BoundSql[]): Promise<Enqueued[]> {
    const sql = `${this.#spec.insert} ${parts.map((part) => part.sql).join(",")}`;
    let id = await this.#execute.insert({ sql, values: parts.flatMap((part) => part.values) });
    return parts.map(() => {
      const enqueued: Enqueued = { id: String(id), status: "added" };
      id += this.#idStep;
      return enqueued;
    });
  }

  /** Somebody took a key since the read, or it was not visible to it: halve until the taken ones stand alone. */
  async #afterDuplicate(
    rows: readonly NewRow[],
    bound: readonly BoundSql[],
    indexes: readonly number[],
    error: unknown,
  ): Promise<Map<number, Enqueued>> {
    if (indexes.length > 1) {
      const half = indexes.length >> 1;
      const left = await this.#insert(rows, bound, indexes.slice(0, half));
      return new Map([...left, ...(await this.#insert(rows, bound, indexes.slice(half)))]);
    }
    const row = rows[indexes[0]!]!;
    if (row.key === undefined) throw error;
    // A locking read sees what is committed now, also where the caller's transaction reads an older snapshot.
    await this.#readTaken([row], " LOCK IN SHARE MODE");
    if (!this.#ids.has(row.key)) throw error;
    return new Map();
  }

  async #readTaken(rows: readonly NewRow[], suffix = ""): Promise<void> {
    const keys = [...new Set(rows.flatMap(({ key }) => (key === undefined ? [] : [key])))];
    if (keys.length === 0) return;
    const found = await this.#execute.read(bind(compile(this.#spec.duplicates! + suffix), { keys }, this.#escape));
    for (const { id, k } of found) this.#ids.set(String(k), String(id));
    // The column may hold two spellings for the same; alone, the row found is the row asked for.
    if (keys.length === 1 && found.length === 1) this.#ids.set(keys[0]!, String(found[0]!.id));
  }
}

const NONE: readonly never[] = [];

function bind(statement: Statement, values: SqlValues, escapeValue: Producer["escape"]): BoundSql {
  if (escapeValue !== undefined) {
    const quote = (value: string | Uint8Array) =>
      typeof value === "string" ? quoteText(value) : escapeValue(Buffer.from(value));
    return { sql: statement.render(values, quote), values: NONE };
  }
  const bound: unknown[] = [];
  const sql = statement.render(values, (value) => {
    bound.push(typeof value === "string" ? value : Buffer.from(value));
    return "?";
  });
  return { sql, values: bound };
}

function bytesOf({ sql, values }: BoundSql): number {
  return values.reduce<number>(
    (sum, value) => sum + Buffer.byteLength(value as string | Buffer),
    Buffer.byteLength(sql),
  );
}

/** In bytes, on the safe side of what the text is in utf8mb4. */
function sizeOf({ sql, values }: BoundSql): number {
  return values.reduce<number>((sum, value) => sum + (value as string | Buffer).length * 2, sql.length * 2);
}
