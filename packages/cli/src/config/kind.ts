import { type Diagnostic, type SourceRange, type StaticValue, suggest } from "@queuegen/model";

/** A kind of value in queuegen.json: how it is read, and what an editor is told of it. */
export interface Kind<T> {
  /** JSON Schema of the value. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** The value, or `undefined` after reporting what is wrong with it. */
  read(value: StaticValue, key: string, report: Report): T | undefined;
}

export type Report = (problem: { readonly message: string; readonly hint?: string; readonly at: SourceRange }) => void;

/** Collects the problems of one file. */
export function reporter(diagnostics: Diagnostic[]): Report {
  return (problem) => diagnostics.push({ code: "config-invalid", severity: "error", ...problem });
}

export const text: Kind<string> = scalar({ type: "string" }, "text", (value) =>
  typeof value === "string" ? value : undefined,
);

/** Relative to the folder of queuegen.json; backslashes are read as slashes, a leading `./` and a trailing slash go. */
export const path: Kind<string> = matching("a path relative to queuegen.json", isRelative, normalizePath);

/** A path that is not the project itself: every file of ours below it is looked at. */
export const folder: Kind<string> = matching(
  "a folder of its own, relative to queuegen.json",
  (value) => isRelative(value) && !/(^|\/)\.{0,2}$/.test(normalizePath(value)),
  normalizePath,
);

function isRelative(value: string): boolean {
  return value !== "" && !/^([/\\]|[a-z]:)/i.test(value);
}

function normalizePath(value: string): string {
  const slashed = value.replaceAll("\\", "/").replace(/^(\.\/)+/, "");
  return slashed.replace(/\/+$/, "") || ".";
}

export function pattern(regexp: RegExp, what: string): Kind<string> {
  const kind = matching(what, (value) => regexp.test(value));
  return { ...kind, schema: { type: "string", pattern: regexp.source } };
}

export function oneOf<const Word extends string>(words: readonly Word[]): Kind<Word> {
  return {
    schema: { enum: words },
    read(value, key, report) {
      const word = words.find((candidate) => value.kind === "scalar" && candidate === value.value);
      if (word === undefined) {
        const given = value.kind === "scalar" && typeof value.value === "string" ? value.value : "";
        report({
          message: `"${key}" must be one of ${words.map((w) => `"${w}"`).join(", ")}.`,
          hint: suggest(given, words),
          at: value.at,
        });
      }
      return word;
    },
  };
}

export function orNull<T>(kind: Kind<T>): Kind<T | null> {
  return {
    schema: { anyOf: [kind.schema, { type: "null" }] },
    read: (value, key, report) =>
      value.kind === "scalar" && value.value === null ? null : kind.read(value, key, report),
  };
}

export function listOf<T>(item: Kind<T>): Kind<readonly T[]> {
  return {
    schema: { type: "array", items: item.schema },
    read(value, key, report) {
      if (value.kind !== "array") return void report({ message: `"${key}" must be a list.`, at: value.at });
      const items = value.items.map((entry) => item.read(entry, key, report));
      return items.filter((entry) => entry !== undefined);
    },
  };
}

/** Free keys, each with a value of one kind. */
export function mapOf<T>(item: Kind<T>): Kind<Readonly<Record<string, T>>> {
  return {
    schema: { type: "object", additionalProperties: item.schema },
    read(value, key, report) {
      if (value.kind !== "object") return void report({ message: `"${key}" must be an object.`, at: value.at });
      const entries = value.entries.map(
        (entry) => [entry.key, item.read(entry.value, `${key}.${entry.key}`, report)] as const,
      );
      return Object.fromEntries(entries.filter((entry): entry is [string, T] => entry[1] !== undefined));
    },
  };
}

/** A key of an object: its kind, its default, and a line for editors and the documentation. */
export interface Key<T> {
  readonly kind: Kind<T>;
  readonly default: T;
  readonly doc: string;
}

export type Keys<T> = { readonly [Name in keyof T]: Key<T[Name]> };

/** An object of known keys; an unknown key is an error that names the nearest one. */
export function section<T extends object>(keys: Keys<T>): Kind<T> {
  const names = Object.keys(keys) as (keyof T & string)[];
  return {
    schema: {
      type: "object",
      additionalProperties: false,
      properties: Object.fromEntries(
        names.map((name) => [name, { ...keys[name].kind.schema, description: keys[name].doc }]),
      ),
    },
    read(value, key, report) {
      if (value.kind !== "object")
        return void report({
          message: `${key === "" ? "queuegen.json" : `"${key}"`} must hold an object.`,
          at: value.at,
        });
      const result: Partial<T> = Object.fromEntries(names.map((name) => [name, keys[name].default])) as Partial<T>;
      for (const entry of value.entries) {
        const name = names.find((candidate) => candidate === entry.key);
        const full = key === "" ? entry.key : `${key}.${entry.key}`;
        if (name === undefined)
          report({ message: `Unknown key "${full}".`, hint: suggest(entry.key, names), at: entry.keyAt });
        else result[name] = keys[name].kind.read(entry.value, full, report) ?? keys[name].default;
      }
      return result as T;
    },
  };
}

function matching(
  what: string,
  test: (value: string) => boolean,
  normalize: (value: string) => string = (value) => value,
): Kind<string> {
  return scalar({ type: "string" }, what, (value) =>
    typeof value === "string" && test(value) ? normalize(value) : undefined,
  );
}

function scalar<T>(schema: Kind<T>["schema"], what: string, convert: (value: unknown) => T | undefined): Kind<T> {
  return {
    schema,
    read(value, key, report) {
      const converted = value.kind === "scalar" ? convert(value.value) : undefined;
      if (converted === undefined) report({ message: `"${key}" must be ${what}.`, at: value.at });
      return converted;
    },
  };
}
