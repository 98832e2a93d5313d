import type { Diagnostic, SourceRange } from "./diagnostic.js";
import type { ClaimOptions, ColumnModel, ColumnType, StandardField } from "./model.js";
import type { AnyOptionTable, OptionTable } from "./option.js";

/** The face of a mode that `buildModel` needs: what may be declared, what it adds to the table, what it checks. Pure. */
export interface ModeDesign {
  /** Value of `mode` in `defineQueue`. */
  readonly name: string;
  /** Options of `defineQueue` beside `table`, `mode`, `columns`, `indexes` and `fields`, which every mode has. */
  readonly options: OptionTable<ClaimOptions> | AnyOptionTable;
  /** Where `options` offers fewer or other ones: what the model says, from what was declared. */
  readonly complete?: (values: Readonly<Record<string, unknown>>) => ClaimOptions;
  /** Words that users look for among the options and that live elsewhere, with the sentence that says where. */
  readonly elsewhere: Readonly<Record<string, string>>;
  /** Standard columns in the order of the protocol. */
  columns(options: ClaimOptions): readonly StandardColumn[];
  /** Standard indexes, without the primary key, which is always `id`. */
  indexes(options: ClaimOptions): readonly StandardIndex[];
  /** What only several options together show. Runs only where each option alone is right. */
  checks(options: ClaimOptions, place: OptionPlace): readonly Diagnostic[];
  /** Where `table` and `columns` of the declaration are those of a table that is walked over. */
  readonly walk?: WalkDesign;
}

/** What the queue's own table is like in a mode that walks over another. */
export interface WalkDesign {
  /** Its name, from the words of the queue's name joined by `_`. */
  table(words: string): string;
  /** Its columns beside the standard ones, from the key of the other table. */
  columns(key: readonly ColumnModel[]): readonly ColumnModel[];
}

/** Where an option was written, by its path (`claim.lease`); the nearest enclosing one where it was left to its default. */
export type OptionPlace = (path: string) => SourceRange;

/** A standard column as this mode makes it, and how far the schema may change it. */
export interface StandardColumn extends Omit<ColumnModel, "name" | "field" | "doc"> {
  /** Also its name in the database unless `fields` renames it. */
  readonly field: StandardField;
  /** Must be visible in the schema. */
  readonly declared: boolean;
  /** Column types that may stand in its place. The charset is kept unless the schema names another. */
  readonly accepts: ColumnLimits;
  /** Code of the diagnostic when it is missing or of another type. */
  readonly code: string;
}

export interface ColumnLimits {
  readonly kinds: readonly ColumnType["kind"][];
  readonly unsigned?: true;
  /** Least number of characters, for char and varchar. */
  readonly minLength?: number;
  /** Whether somebody else than the server may number it: the id of an adopted table. */
  readonly unnumbered?: true;
  /** Why, as the end of a sentence. */
  readonly why: string;
}

export interface StandardIndex {
  /** Default name; an index of the schema on the same columns takes its place under its own name. */
  readonly name: string;
  readonly fields: readonly StandardField[];
  readonly unique: boolean;
  /** Must be visible in the schema. */
  readonly declared: boolean;
  /** Code of the diagnostic when it is missing. */
  readonly code: string;
  /** What it is needed for, as the end of a sentence. */
  readonly why: string;
}
