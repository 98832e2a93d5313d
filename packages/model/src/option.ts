/**
 * Option tables: one entry holds the type, the default, the doc line and the limits with their reason. The validator,
 * the types of `defineQueue` and the reference pages are all made from them, so they cannot disagree.
 *
 * A table is written against the type of its validated values: `OptionTable<ClaimOptions>` is complete or does not
 * compile. The order of its entries counts: a derived default sees what stands before it.
 */
export type OptionTable<Values extends object> = { readonly [Key in keyof Values]: Option<Values[Key], Values> };

/** The table entry for one value; `Siblings` are the values of its group. */
export type Option<Value, Siblings extends object = object> = [Value] extends [{ readonly kind: string }]
  ? VariantOption<Value, Siblings>
  : [Value] extends [readonly (number | string)[]]
    ? ListOption<Value, Siblings>
    : [Value] extends [object]
      ? GroupOption<Value>
      : ScalarOption<Value, Siblings>;

/** Options in braces: `claim: { lease: "30s" }`. Left out, it takes all its defaults. */
export interface GroupOption<Values extends object> {
  readonly type: "group";
  readonly doc: string;
  readonly options: OptionTable<Values>;
}

/** One of several shapes, told apart by the option that only it has: `{ first }`, `{ delays }`, `{ delay }`. */
export interface VariantOption<Value extends { readonly kind: string }, Siblings extends object = object> {
  readonly type: "variants";
  readonly doc: string;
  readonly default: OptionDefault<Value, Siblings>;
  readonly variants: {
    readonly [Kind in Value["kind"]]: Variant<Omit<Extract<Value, { readonly kind: Kind }>, "kind">>;
  };
}

export interface Variant<Values extends object> {
  readonly doc: string;
  /** The option that tells this shape from the others. */
  readonly mark: keyof Values & string;
  readonly options: OptionTable<Values>;
}

export interface ListOption<Value, Siblings extends object = object> {
  readonly type: "list";
  readonly doc: string;
  readonly default: OptionDefault<Value, Siblings>;
  readonly item: "duration" | "text";
  /** At least one item is always needed. */
  readonly maxItems: number;
  /** Of each item: a duration in ms, or the length of a text. */
  readonly limits: Limits;
}

export interface ScalarOption<Value, Siblings extends object = object> {
  /** "literal" is any value that is not an object; what it must fit is checked elsewhere. */
  readonly type: "boolean" | "integer" | "number" | "duration" | "word" | "text" | "literal";
  readonly doc: string;
  readonly default: OptionDefault<Value, Siblings>;
  /** Of a number as it is, of a duration in ms, of the length of a text. */
  readonly limits?: Limits;
  /** The words allowed; with another type than "word" they stand beside it: `batch: 20 | "adaptive"`. */
  readonly words?: readonly string[];
  /** Whether `null` may be written, and what it means. */
  readonly nullMeans?: string;
}

export interface Limits {
  readonly min: number;
  readonly max: number;
  /** Why, as the end of a sentence after a colon. */
  readonly why: string;
  /** Why the upper limit, where the reason is another one. */
  readonly whyMax?: string;
  /** Code of the diagnostic where the limit is a rule of its own; else `bad-option`. */
  readonly code?: string;
}

/** A value, one worked out from the options of the group that stand before it, or none: then the option must be given. */
export type OptionDefault<Value, Siblings extends object = object> =
  | { readonly value: Value }
  | {
      /** For the reference: `lease / 3`. */
      readonly text: string;
      readonly from: (siblings: Siblings) => Value;
    }
  | { readonly required: true };

/** An entry of a table whose value types are not known: what the validator and the reference pages walk over. */
export type AnyOption =
  | { readonly type: "group"; readonly doc: string; readonly options: AnyOptionTable }
  | {
      readonly type: "variants";
      readonly doc: string;
      readonly default: OptionDefault<unknown>;
      readonly variants: Readonly<
        Record<string, { readonly doc: string; readonly mark: string; readonly options: AnyOptionTable }>
      >;
    }
  | ListOption<unknown>
  | ScalarOption<unknown>;

export type AnyOptionTable = Readonly<Record<string, AnyOption>>;

/** The table without its value types. */
export function anyTable<Values extends object>(table: OptionTable<Values> | AnyOptionTable): AnyOptionTable {
  return table as unknown as AnyOptionTable;
}
