import type { ColumnModel, ColumnType, IndexModel, QueueModel } from "@queuegen/model";
import fc from "fast-check";
import { type ColumnWords, column, NOTIFY } from "../../../packages/migrations/src/fixtures.js";

/** Two schemas of one queue, the second made from the first as somebody edits it, and what was renamed. */
export interface SchemaPair {
  readonly before: QueueModel;
  readonly after: QueueModel;
  /** Old name by new name. */
  readonly renames: ReadonlyMap<string, string>;
}

const LONG = "a_name_of_exactly_sixty_four_characters_as_long_as_MySQL_takes__";
const COLUMN_NAMES = ["order", "Group", "key", "größe", LONG, "user_id", "channel", "values", "a", "b", "c", "d"];
const NEW_NAMES = ["select", "rank", "e", "f", "system", `${LONG.slice(0, -1)}2`, "g", "h"];
const INDEX_NAMES = ["unique", "idx_a", `i${LONG.slice(1)}`, "primary_", "b"];
const TABLES = ["notify_task", "select", LONG, "Tasks"];

/** Comments and texts with all that has ever broken a quoting. */
const text = (maxLength: number): fc.Arbitrary<string> =>
  fc
    .oneof(
      {
        weight: 3,
        arbitrary: fc.constantFrom("mail", "it's", 'a "b"', "back\\slash", "semi; -- colon", "ünïcode", "%?:x", ""),
      },
      { weight: 1, arbitrary: fc.string({ maxLength }).map((each) => each.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "_")) },
    )
    .map((each) => each.slice(0, maxLength));

type Typed = readonly [ColumnType, ColumnWords];
const typed = (type: ColumnType, ...defaults: readonly ColumnModel["default"][]): fc.Arbitrary<Typed> =>
  fc.constantFrom(undefined, ...defaults).map((value) => [type, value === undefined ? {} : { default: value }]);

const integer: fc.Arbitrary<Typed> = fc
  .tuple(fc.constantFrom("tinyint", "smallint", "mediumint", "int"), fc.boolean())
  .chain(([kind, unsigned]) => typed({ kind, unsigned }, 7, unsigned ? 200 : -3));

const varchar: fc.Arbitrary<Typed> = fc
  .tuple(
    fc.constantFrom("varchar", "varchar", "char"),
    fc.constantFrom(10, 16, 40, 63, 64, 100, 200),
    fc.constantFrom<object>(
      {},
      {},
      {},
      { charset: "ascii", collate: "ascii_bin" },
      { collate: "utf8mb4_bin" },
      { charset: "latin1" },
    ),
    fc.option(text(8), { nil: undefined }),
  )
  .map(([kind, length, encoding, value]): Typed => {
    const plain = value === undefined || "charset" in encoding ? value?.replace(/[^ -~]/g, "_") : value;
    // The servers cut blanks at the end of a char off.
    const kept = kind === "char" ? plain?.trimEnd() : plain;
    return [{ kind: kind as "varchar", length, ...encoding }, kept === undefined ? {} : { default: kept }];
  });

const enumeration: fc.Arbitrary<Typed> = fc
  .tuple(
    fc.constantFrom(["mail"], ["mail", "sms"], ["mail", "sms", "it's"], ["sms", "mail"], ["mail", "b\\c", "sms"]),
    fc.boolean(),
  )
  .map(([values, has]): Typed => [{ kind: "enum", values }, has ? { default: values[0] as string } : {}]);

const columnType: fc.Arbitrary<Typed> = fc.oneof(
  integer,
  integer,
  varchar,
  varchar,
  enumeration,
  typed({ kind: "bigint", unsigned: true, mode: "string" }, 5n, 18446744073709551615n),
  typed({ kind: "bigint", unsigned: false, mode: "number" }, -5),
  typed({ kind: "decimal", precision: 10, scale: 2, unsigned: false }, "1.50", -2),
  typed({ kind: "decimal", precision: 12, scale: 2, unsigned: true }, "0.50"),
  typed({ kind: "decimal", precision: 8, scale: 4, unsigned: false }),
  typed({ kind: "float" }, 1.5),
  typed({ kind: "double" }, 1.5),
  typed({ kind: "boolean" }, true, false),
  typed({ kind: "tinytext" }),
  typed({ kind: "text" }, "none"),
  typed({ kind: "mediumtext", charset: "utf8mb4", collate: "utf8mb4_bin" }),
  typed({ kind: "longtext" }),
  typed({ kind: "binary", length: 16 }),
  typed({ kind: "varbinary", length: 30 }),
  typed({ kind: "varbinary", length: 300 }),
  typed({ kind: "blob" }),
  typed({ kind: "json" }, "{}"),
  typed({ kind: "json" }),
  typed({ kind: "date" }, "2026-02-28"),
  typed({ kind: "year" }, 2026),
  typed({ kind: "datetime", precision: 0 }, "2026-01-01 00:00:00", { sql: "CURRENT_TIMESTAMP" }),
  typed({ kind: "datetime", precision: 3 }, { sql: "CURRENT_TIMESTAMP(3)" }),
  typed({ kind: "timestamp", precision: 0 }, "2026-01-01 00:00:00", { sql: "CURRENT_TIMESTAMP" }),
  typed({ kind: "timestamp", precision: 6 }, "2026-01-01 00:00:00"),
  typed({ kind: "time", precision: 2 }, "08:30:00"),
);

interface Spec {
  readonly type: Typed;
  readonly nullable: boolean;
  readonly comment: string | undefined;
}

const spec: fc.Arbitrary<Spec> = fc.record({
  type: columnType,
  nullable: fc.boolean(),
  comment: fc.option(text(40), { nil: undefined }),
});

function columnOf(name: string, { type: [type, words], nullable, comment }: Spec): ColumnModel {
  return column(name, type, { ...words, nullable, comment: comment === "" ? undefined : comment });
}

/** What becomes of a column: nothing for half of them. */
type Fate = "keep" | "drop" | "rename" | "retype" | "recomment" | "renull" | "redefault" | "rename and retype";
const fate = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Fate>("keep") },
  {
    weight: 5,
    arbitrary: fc.constantFrom<Fate>(
      "drop",
      "rename",
      "retype",
      "recomment",
      "renull",
      "redefault",
      "rename and retype",
    ),
  },
);

const index = fc.record({
  name: fc.nat(INDEX_NAMES.length - 1),
  columns: fc.array(fc.nat(30), { minLength: 1, maxLength: 3 }),
  unique: fc.boolean(),
});
type IndexSpec = typeof index extends fc.Arbitrary<infer Value> ? Value : never;

/** Pairs of schemas of a claim queue, as far as `defineQueue` lets them differ, and some way beyond. */
export const schemaPairs: fc.Arbitrary<SchemaPair> = fc
  .record({
    columns: fc.array(fc.record({ spec, fate, to: spec }), { maxLength: 6 }),
    added: fc.array(fc.record({ spec, place: fc.nat(20) }), { maxLength: 3 }),
    shuffle: fc.option(fc.nat(100), { nil: undefined, freq: 3 }),
    dedupe: fc.tuple(fc.boolean(), fc.boolean()),
    tables: fc.tuple(fc.constantFrom(...TABLES), fc.option(fc.constantFrom(...TABLES), { nil: undefined, freq: 4 })),
    docs: fc.tuple(fc.option(text(30), { nil: undefined }), fc.option(text(30), { nil: undefined })),
    indexes: fc.array(fc.record({ index, stays: fc.boolean(), renamed: fc.boolean() }), { maxLength: 3 }),
    newIndexes: fc.array(index, { maxLength: 2 }),
    idName: fc.option(fc.constantFrom("job_id", "id_"), { nil: undefined, freq: 6 }),
  })
  .map((given): SchemaPair => {
    const renames = new Map<string, string>();
    const before: ColumnModel[] = [];
    const after: ColumnModel[] = [];
    const fresh = [...NEW_NAMES];
    for (const [place, { spec: one, fate: what, to }] of given.columns.entries()) {
      const old = columnOf(COLUMN_NAMES[place] ?? "z", one);
      before.push(old);
      if (what === "drop") continue;
      const name = what.startsWith("rename") ? (fresh.shift() ?? old.name) : old.name;
      if (name !== old.name) renames.set(name, old.name);
      after.push({ ...changed(old, what, one, to), name });
    }
    for (const { spec: one, place } of given.added) {
      after.splice(place % (after.length + 1), 0, columnOf(fresh.shift() ?? "zz", one));
    }
    if (given.shuffle !== undefined && after.length > 1) {
      const [moved] = after.splice(given.shuffle % after.length, 1);
      if (moved !== undefined) after.splice((given.shuffle * 7) % (after.length + 1), 0, moved);
    }
    const id = given.idName ?? "id";
    if (id !== "id") renames.set(id, "id");
    const first = model(given.tables[0], given.docs[0], given.dedupe[0], "id", before);
    const second = model(given.tables[1] ?? given.tables[0], given.docs[1], given.dedupe[1], id, after);
    return {
      before: withIndexes(
        first,
        given.indexes.map((each) => each.index),
      ),
      after: withIndexes(second, [
        ...given.indexes
          .filter(({ stays }) => stays)
          .map(({ index: each, renamed }) => (renamed ? { ...each, name: each.name + 1 } : each)),
        ...given.newIndexes,
      ]),
      renames,
    };
  });

function changed(old: ColumnModel, what: Fate, one: Spec, to: Spec): ColumnModel {
  if (what === "retype" || what === "rename and retype") return columnOf(old.name, { ...to, nullable: old.nullable });
  if (what === "recomment") return { ...old, comment: to.comment };
  if (what === "renull") return columnOf(old.name, { ...one, nullable: !one.nullable });
  return what === "redefault" ? { ...old, default: undefined } : old;
}

function model(
  table: string,
  doc: string | undefined,
  dedupe: boolean,
  id: string,
  payload: readonly ColumnModel[],
): QueueModel {
  const standard = NOTIFY.columns
    .filter(({ field }) => field !== undefined)
    .map((each) => (each.field === "id" ? { ...each, name: id } : each));
  const key = column(
    "dedupe_key",
    { kind: "varchar", length: 191, charset: "utf8mb4", collate: "utf8mb4_bin" },
    { nullable: true, field: "dedupe_key" },
  );
  return {
    ...NOTIFY,
    table,
    doc,
    fields: { ...NOTIFY.fields, id },
    columns: [...standard, ...(dedupe ? [key] : []), ...payload],
    indexes: [
      { name: "idx_status_id", columns: ["status", id], unique: false },
      { name: "idx_run_at", columns: ["run_at"], unique: false },
      ...(dedupe ? [{ name: "uniq_dedupe_key", columns: ["dedupe_key"], unique: true }] : []),
    ],
  };
}

/** With indexes on such of its columns as an index can hold, each name once. */
function withIndexes(base: QueueModel, specs: readonly IndexSpec[]): QueueModel {
  const fit = base.columns.filter(({ type }) => !/text|blob|json/.test(type.kind)).map(({ name }) => name);
  const indexes = specs.map(
    ({ name, columns, unique }): IndexModel => ({
      name: INDEX_NAMES[name % INDEX_NAMES.length] ?? "x",
      columns: [...new Set(columns.map((place) => fit[(place + 5) % fit.length] ?? "status"))],
      unique,
    }),
  );
  const once = indexes.filter(({ name }, place) => indexes.findIndex((other) => other.name === name) === place);
  return { ...base, indexes: [...base.indexes, ...once] };
}
