import type { BigintMode, ByServer } from "../model.js";
import type { AnyOptionTable, Limits, ScalarOption } from "../option.js";

/** Validated options that columns of many kinds share. */
export interface CommonValues {
  readonly null: boolean;
  readonly default: string | number | bigint | boolean | null | undefined;
  readonly comment: string | undefined;
  /** Only integers have it. */
  readonly autoIncrement?: boolean;
  readonly byServer: ByServer | undefined;
  readonly renamedFrom: string | undefined;
}

/** What every column takes. */
export const common: AnyOptionTable = {
  null: flag("Whether the column may be NULL."),
  default: {
    type: "literal",
    doc: 'Value of a row that leaves the column out; for datetime and timestamp also "CURRENT_TIMESTAMP".',
    default: { value: undefined },
  },
  comment: {
    type: "text",
    doc: "SQL comment; the JSDoc above the column where it is left out.",
    default: { value: undefined },
    limits: { min: 0, max: 1_024, why: "MySQL keeps no more" },
  },
  renamedFrom: {
    type: "text",
    doc: "What the column was called before: the next migration renames it and keeps what is in it.",
    default: { value: undefined },
  },
  byServer: {
    type: "word",
    doc: 'Only on adopted tables: "default" (has a default that is not repeated here), "generated" (computed by the server: read only), "update" (ON UPDATE CURRENT_TIMESTAMP: statements of the queue leave it as it is).',
    default: { value: undefined },
    words: ["default", "generated", "update"] satisfies ByServer[],
  },
};

export const integer: AnyOptionTable = {
  ...common,
  unsigned: flag("No negative values, twice the positive range."),
  autoIncrement: flag("Numbered by the server."),
};

export const exactInteger: AnyOptionTable = {
  ...integer,
  mode: {
    type: "word",
    doc: 'How the value reaches JavaScript: "string" (digits, exact), "number" (refused beyond 2^53 - 1), "bigint".',
    default: { value: "string" },
    words: ["string", "number", "bigint"] satisfies BigintMode[],
  },
};

export const exactDecimal: AnyOptionTable = {
  ...common,
  unsigned: flag("No negative values."),
};

export const text: AnyOptionTable = {
  ...common,
  charset: { type: "text", doc: "Character set; the table's is utf8mb4.", default: { value: undefined } },
  collate: { type: "text", doc: "Collation.", default: { value: undefined } },
};

export const moment: AnyOptionTable = {
  ...common,
  precision: {
    type: "integer",
    doc: "Digits of a second.",
    default: { value: 0 },
    limits: { min: 0, max: 6, why: "MySQL keeps microseconds" },
  },
};

export const words: AnyOptionTable = {
  values: {
    type: "list",
    item: "text",
    doc: 'The words: enumOf(["mail", "sms"]).',
    default: { required: true },
    maxItems: 65_535,
    limits: { min: 1, max: 255, why: "MySQL keeps words of 1 to 255 characters" },
  },
};

/** A positional argument that is a size. */
export function size(doc: string, limits: Limits): ScalarOption<unknown> {
  return { type: "integer", doc, default: { required: true }, limits };
}

function flag(doc: string): ScalarOption<unknown> {
  return { type: "boolean", doc, default: { value: false } };
}
