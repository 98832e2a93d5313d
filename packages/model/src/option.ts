/**
 * Option tables: one entry holds the type, the default, the doc line and the limits with their reason. The validator,
 * the types of `defineQueue` and the reference pages are all made from them, so they cannot disagree.
 *
 * A table is written against the type of its validated values: `OptionTable<ClaimOptions>` is complete or does not compile.
 */
export type OptionTable<Values extends object> = { readonly [Key in keyof Values]: Option<Values[Key], Values> };

/** The table entry for one value; `Siblings` are the values of its group. */
export type Option<Value, Siblings extends object = object> = [Value] extends [{ readonly kind: string }]
  ? VariantOption<Value, Siblings>
  : [Value] extends [readonly number[]]
    ? DurationListOption<Siblings>
    : [Value] extends [object]
      ? GroupOption<Value>
      : ScalarOption<Value, Siblings>;

/** Options in braces: `claim: { lease: "30s" }`. Left out, it takes all its defaults. */
export interface GroupOption<Values extends object> {
  readonly type: "group";
  readonly doc: string;
  readonly options: OptionTable<Values>;
  /** Words that users look for here and that live elsewhere, with the sentence that says where. */
  readonly elsewhere?: Readonly<Record<string, string>>;
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
  /** The option that marks this shape. It must be given; its default is only an example. */
  readonly mark: keyof Values & string;
  readonly options: OptionTable<Values>;
}

export interface DurationListOption<Siblings extends object = object> {
  readonly type: "durations";
  readonly doc: string;
  readonly default: OptionDefault<readonly number[], Siblings>;
  /** Most items allowed. */
  readonly maxItems: number;
  /** Limits of each item, in ms. */
  readonly limits: Limits;
}

export interface ScalarOption<Value, Siblings extends object = object> {
  readonly type: "boolean" | "integer" | "number" | "duration" | "word";
  readonly doc: string;
  readonly default: OptionDefault<Value, Siblings>;
  /** For numbers as they are, for durations in ms. */
  readonly limits?: Limits;
  /** The words allowed; with another type than "word" they stand beside it: `batch: 20 | "adaptive"`. */
  readonly words?: readonly string[];
  /** Whether `null` may be written, and what it means. */
  readonly nullMeans?: string;
}

export interface Limits {
  readonly min: number;
  readonly max: number;
  /** Why the limits are there, as the end of a sentence: "a shorter lease ...". */
  readonly why: string;
  /** Code of the diagnostic where the limit is a rule of its own; else `bad-option`. */
  readonly code?: string;
}

/** A value, or one worked out from the options of the group that stand before it in the table. */
export type OptionDefault<Value, Siblings extends object = object> =
  | { readonly value: Value }
  | {
      /** For the reference: `lease / 3`. */
      readonly text: string;
      readonly from: (siblings: Siblings) => Value;
    };
