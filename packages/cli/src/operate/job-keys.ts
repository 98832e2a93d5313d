import { type KeyKind, keyKind, QueuegenError, type QueueModel } from "@queuegen/model";

/** What a statement takes as an id; the driver writes digits, quoted text, or hex. */
export type KeyValue = bigint | string | Buffer;

/** How the ids of a queue are typed, and how they go into its statements. */
export interface JobKeys {
  /** Ids from the command line as the database shows them, each once, in the order given; anything else is told. */
  readonly parse: (words: readonly string[]) => readonly string[];
  readonly value: (id: string) => KeyValue;
  /** `:after` of a first page. */
  readonly first: bigint | null;
  /** Whether another spelling of an id may name the same job: what the collation takes for equal. */
  readonly folds: boolean;
}

export function jobKeys(model: QueueModel): JobKeys {
  const kind = keyKind(model);
  const { read, value, hint } = KINDS[kind];
  return {
    parse: (words) => [...new Set(words.map((word) => read(word) ?? refuse(word, hint)))],
    value,
    first: kind === "integer" ? 0n : null,
    folds: kind === "text",
  };
}

interface Kind {
  readonly read: (word: string) => string | undefined;
  readonly value: (id: string) => KeyValue;
  readonly hint: string;
}

const KINDS: Readonly<Record<KeyKind, Kind>> = {
  integer: { read: wholeNumber, value: BigInt, hint: "Ids are whole numbers: `queuegen inspect notify 48121`." },
  text: {
    read: (word) => (word === "" ? undefined : word),
    value: (id) => id,
    hint: "Give the key of the row as the table has it.",
  },
  bytes: {
    read: hexDigits,
    value: (id) => Buffer.from(id, "hex"),
    hint: "The key of this table is bytes: give them in hex digits, a uuid with or without its dashes.",
  },
};

const LARGEST = 2n ** 64n - 1n;

function wholeNumber(word: string): string | undefined {
  const id = /^-?\d{1,20}$/.test(word) ? BigInt(word) : undefined;
  return id !== undefined && id <= LARGEST && id >= -(2n ** 63n) ? String(id) : undefined;
}

function hexDigits(word: string): string | undefined {
  const digits = word.replace(/^0x/i, "").replaceAll("-", "").toLowerCase();
  return /^(?:[0-9a-f]{2})+$/.test(digits) ? digits : undefined;
}

function refuse(word: string, hint: string): never {
  throw new QueuegenError([{ code: "usage", severity: "error", message: `"${word}" is not the id of a job`, hint }]);
}
