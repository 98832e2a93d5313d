import { type Column, makeColumn } from "./column.js";
import type {
  BigintOptions,
  ColumnOptions,
  ColumnOptionsWithDefault,
  DecimalOptions,
  IntegerOptions,
  LongTextOptions,
  MomentOptions,
  TextOptions,
} from "./column-options.js";

/** Integer of 1 byte. */
export const tinyint: (options?: IntegerOptions) => Column<number> = makeColumn;

/** Integer of 2 bytes. */
export const smallint: (options?: IntegerOptions) => Column<number> = makeColumn;

/** Integer of 3 bytes. */
export const mediumint: (options?: IntegerOptions) => Column<number> = makeColumn;

/** Integer of 4 bytes. */
export const int: (options?: IntegerOptions) => Column<number> = makeColumn;

/** Integer of 8 bytes. In JavaScript a string of digits, unless `mode` says otherwise. */
export const bigint: (options?: BigintOptions) => Column<string | number | bigint> = makeColumn;

/** Exact decimal number, a string in JavaScript: `decimal(10, 2)` has 10 digits, 2 of them after the point. */
export const decimal: (precision: number, scale: number, options?: DecimalOptions) => Column<string> = makeColumn;

/** Floating point number of 4 bytes. */
export const float: (options?: ColumnOptionsWithDefault<number>) => Column<number> = makeColumn;

/** Floating point number of 8 bytes. */
export const double: (options?: ColumnOptionsWithDefault<number>) => Column<number> = makeColumn;

/** true or false, kept as tinyint(1). */
export const boolean: (options?: ColumnOptionsWithDefault<boolean>) => Column<boolean> = makeColumn;

/** Text of fixed length, at most 255 characters. */
export const char: (length: number, options?: TextOptions) => Column<string> = makeColumn;

/** Text of bounded length, at most 16,383 characters. */
export const varchar: (length: number, options?: TextOptions) => Column<string> = makeColumn;

/** Text of up to 255 bytes. */
export const tinytext: (options?: LongTextOptions) => Column<string> = makeColumn;

/** Text of up to 64 KiB. */
export const text: (options?: LongTextOptions) => Column<string> = makeColumn;

/** Text of up to 16 MiB. */
export const mediumtext: (options?: LongTextOptions) => Column<string> = makeColumn;

/** Text of up to 4 GiB. */
export const longtext: (options?: LongTextOptions) => Column<string> = makeColumn;

/** Bytes of fixed length, at most 255. */
export const binary: (length: number, options?: ColumnOptions) => Column<Uint8Array> = makeColumn;

/** Bytes of bounded length. */
export const varbinary: (length: number, options?: ColumnOptions) => Column<Uint8Array> = makeColumn;

/** Up to 255 bytes. */
export const tinyblob: (options?: ColumnOptions) => Column<Uint8Array> = makeColumn;

/** Up to 64 KiB. */
export const blob: (options?: ColumnOptions) => Column<Uint8Array> = makeColumn;

/** Up to 16 MiB. */
export const mediumblob: (options?: ColumnOptions) => Column<Uint8Array> = makeColumn;

/** Up to 4 GiB. */
export const longblob: (options?: ColumnOptions) => Column<Uint8Array> = makeColumn;

/** A JSON document of the given type: `json<NotifyPayload>()`. Export the type, so that generated code can import it. */
export const json: <Payload = unknown>(options?: ColumnOptions) => Column<Payload> = makeColumn;

/** A day without a time, `"2026-12-31"`. */
export const date: (options?: ColumnOptionsWithDefault<string>) => Column<string> = makeColumn;

/** A year, 1901 to 2155. */
export const year: (options?: ColumnOptionsWithDefault<number>) => Column<number> = makeColumn;

/** Day and time without a zone. The default may be "CURRENT_TIMESTAMP". */
export const datetime: (options?: MomentOptions<"CURRENT_TIMESTAMP" | (string & {})>) => Column<string> = makeColumn;

/** An instant, 1970 to 2038. The default may be "CURRENT_TIMESTAMP". */
export const timestamp: (options?: MomentOptions<"CURRENT_TIMESTAMP" | (string & {})>) => Column<string> = makeColumn;

/** A time of day or a span, `"08:30:00"`. */
export const time: (options?: MomentOptions) => Column<string> = makeColumn;

/** One of a few words, for payload columns; never for a status: `enumOf(["mail", "sms"])`. */
export const enumOf: <const Word extends string>(
  values: readonly Word[],
  options?: ColumnOptionsWithDefault<NoInfer<Word>>,
) => Column<Word> = makeColumn;
