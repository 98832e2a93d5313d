import { describe, expect, test } from "vitest";
import type { ColumnType } from "../model.js";
import { isStorable, readDefault } from "./column-default.js";

type Given = Parameters<typeof readDefault>[2];

const varchar = { kind: "varchar", length: 4 } as const;
const decimal = { kind: "decimal", precision: 5, scale: 2, unsigned: false } as const;

// What is kept here was taken by MySQL 9.7 and MariaDB 10.11, what is refused was refused by both.
describe("a default that fits is kept", () => {
  test.each<[ColumnType, Given]>([
    [{ kind: "tinyint", unsigned: false }, -128],
    [{ kind: "tinyint", unsigned: true }, 255],
    [{ kind: "bigint", unsigned: true, mode: "string" }, 18446744073709551615n],
    [{ kind: "bigint", unsigned: false, mode: "number" }, -9223372036854775808n],
    [decimal, 999.99],
    [decimal, "-999.9"],
    [{ kind: "decimal", precision: 5, scale: 5, unsigned: true }, 0.12345],
    [{ kind: "float" }, 0.1],
    [{ kind: "double" }, 1e300],
    [{ kind: "boolean" }, true],
    [varchar, ""],
    [varchar, "a'\"\\"],
    [{ kind: "enum", values: ["a", "b,'c"] }, "b,'c"],
    [{ kind: "date" }, "2024-02-29"],
    [{ kind: "year" }, 1901],
    [{ kind: "datetime", precision: 3 }, "9999-12-31 23:59:59.999"],
    [{ kind: "timestamp", precision: 0 }, "2038-01-18 00:00:00"],
    [{ kind: "time", precision: 0 }, "-838:59:59"],
  ])("%o: %o", (type, given) => {
    expect(readDefault(type, false, given)).toEqual({ value: given });
  });

  test("CURRENT_TIMESTAMP is an expression with the precision of its column", () => {
    const read = (precision: number) => readDefault({ kind: "datetime", precision }, false, "CURRENT_TIMESTAMP");
    expect(read(0)).toEqual({ value: { sql: "CURRENT_TIMESTAMP" } });
    expect(read(3)).toEqual({ value: { sql: "CURRENT_TIMESTAMP(3)" } });
  });

  test("NULL is no default of its own where the column may be NULL", () => {
    expect(readDefault(varchar, true, null)).toEqual({ value: undefined });
    expect(readDefault(varchar, true, undefined)).toEqual({ value: undefined });
  });
});

describe("a default that does not fit is refused with the reason", () => {
  test.each<[ColumnType, Given, string]>([
    [{ kind: "tinyint", unsigned: false }, 128, "-128 to 127"],
    [{ kind: "tinyint", unsigned: true }, -1, "0 to 255"],
    [{ kind: "int", unsigned: false }, 1.5, "whole number"],
    [{ kind: "int", unsigned: false }, "1", "whole number"],
    [{ kind: "int", unsigned: false }, Number.NaN, "whole number"],
    [{ kind: "bigint", unsigned: true, mode: "string" }, 2 ** 53, "written with an n"],
    [{ kind: "bigint", unsigned: true, mode: "string" }, 2n ** 64n, "18446744073709551615"],
    [decimal, 1000, "3 digits before"],
    [decimal, "1.234", "2 after"],
    [decimal, "", "digits"],
    [decimal, "1e5", "digits"],
    [{ ...decimal, unsigned: true }, -1, "digits"],
    [{ kind: "float" }, 1e39, "3.4e38"],
    [{ kind: "boolean" }, 1, "true or false"],
    [varchar, "mails", "4 characters"],
    [varchar, 5, "a text"],
    [varchar, "🚀", "emoji"],
    [{ ...varchar, charset: "ascii" }, "é", "ASCII"],
    [{ kind: "enum", values: ["a"] }, "A", "words"],
    [{ kind: "date" }, "2026-02-30", "a day"],
    [{ kind: "date" }, "0000-00-00", "a day"],
    [{ kind: "year" }, 1900, "1901"],
    [{ kind: "datetime", precision: 0 }, "2026-01-01 00:00:00.5", "a moment"],
    [{ kind: "datetime", precision: 0 }, "NOW()", "a moment"],
    [{ kind: "timestamp", precision: 0 }, "2039-01-01 00:00:00", "2038"],
    [{ kind: "time", precision: 0 }, "839:00:00", "a time"],
    [{ kind: "json" }, "{}", "no default"],
    [{ kind: "text" }, "", "no default"],
    [{ kind: "varbinary", length: 4 }, "a", "no default"],
    [{ kind: "int", unsigned: false }, null, "NULL does not fit"],
  ])("%o: %o", (type, given, reason) => {
    expect(readDefault(type, false, given)).toEqual({ problem: expect.stringContaining(reason) });
  });
});

test.each(["\0", "🚀", "a\uD800b"])("%j would not come back from a table definition", (text) => {
  expect(isStorable(text)).toBe(false);
});
