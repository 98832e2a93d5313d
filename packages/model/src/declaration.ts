import type { SourceRange } from "./diagnostic.js";

/**
 * What the reader finds in a `*.queue.ts` file: values with the places they were written at, nothing judged yet.
 * `buildModel` judges them.
 */
export interface Declaration {
  /** First argument of `defineQueue`. */
  readonly name: StaticValue;
  /** Second argument of `defineQueue`. */
  readonly options: StaticObject;
  /** The const that holds the declaration, `notify` in `export const notify = defineQueue(...)`. */
  readonly exportName: string | undefined;
  /** JSDoc above the declaration, without its stars. */
  readonly doc: string | undefined;
  /** Path of the file as the user would write it, with forward slashes, relative to the project root. */
  readonly file: string;
  readonly at: SourceRange;
}

export type StaticValue = StaticScalar | StaticArray | StaticObject | StaticColumn | StaticUnknown;

/** What the reader could not read and has told about: `buildModel` judges the rest and stays silent here. */
export interface StaticUnknown {
  readonly kind: "unknown";
  readonly at: SourceRange;
}

export interface StaticScalar {
  readonly kind: "scalar";
  readonly value: string | number | bigint | boolean | null;
  readonly at: SourceRange;
}

export interface StaticArray {
  readonly kind: "array";
  readonly items: readonly StaticValue[];
  readonly at: SourceRange;
}

export interface StaticObject {
  readonly kind: "object";
  /** In source order, each key once: a later duplicate has replaced an earlier one, as at run time. */
  readonly entries: readonly StaticEntry[];
  readonly at: SourceRange;
}

export interface StaticEntry {
  readonly key: string;
  readonly keyAt: SourceRange;
  readonly value: StaticValue;
  /** JSDoc above the property. */
  readonly doc: string | undefined;
}

/** A call of a column helper: `varchar(32, { null: true })`, `json<NotifyPayload>()`. */
export interface StaticColumn {
  readonly kind: "column";
  readonly helper: string;
  readonly args: readonly StaticValue[];
  /** The type argument, where there is one. */
  readonly payload: PayloadType | undefined;
  /** JSDoc of the type that the type argument names. */
  readonly payloadDoc: string | undefined;
  readonly at: SourceRange;
}

/** How generated code names the type of a JSON payload. */
export type PayloadType =
  | ImportedType
  /** Type text that needs no import, copied as written: `{ title: string }`, `string[]`. */
  | { readonly kind: "inline"; readonly text: string }
  /** Type text around imported types: `Page<Item>` is the parts `Page` (imported), `<`, `Item` (imported), `>`. */
  | { readonly kind: "composed"; readonly parts: readonly (string | ImportedType)[] };

/** `import type { name } from <module>`; `from` is a project-relative path (a schema file or what it imports) or a bare specifier. */
export interface ImportedType {
  readonly kind: "import";
  readonly name: string;
  readonly from: string;
  readonly bare: boolean;
}
