import type { ColumnModel, QueueModel } from "@queuegen/model";
import { expect, test } from "vitest";
import { jobKeys } from "./job-keys.js";

function keys(kind: "bigint" | "char" | "binary"): ReturnType<typeof jobKeys> {
  const type = { kind, length: 36 } as unknown as ColumnModel["type"];
  return jobKeys({ columns: [{ field: "id", type }] } as unknown as QueueModel);
}

test("integers are exact at any size, and each is meant once", () => {
  const { parse, value } = keys("bigint");
  expect(parse(["7", "007", "18446744073709551615", "-3"])).toEqual(["7", "18446744073709551615", "-3"]);
  expect(value("18446744073709551615")).toBe(18446744073709551615n);
  for (const word of ["18446744073709551616", "1e3", "", "1; DROP TABLE x"])
    expect(() => parse([word]), word).toThrow("is not the id of a job");
});

test("a text is taken as it is typed", () => {
  const { parse, value } = keys("char");
  expect(parse(["1' OR '1", "a", "A", "a"]).map(value)).toEqual(["1' OR '1", "a", "A"]);
  expect(() => parse([""])).toThrow("is not the id of a job");
});

test("bytes are typed in hex digits, as a uuid too", () => {
  const { parse, value } = keys("binary");
  const id = "0190163d8694739baea5966c26f8ad91";
  expect(parse(["0190163D-8694-739B-AEA5-966C26F8AD91", `0x${id}`, id])).toEqual([id]);
  expect(value(id)).toEqual(Buffer.from(id, "hex"));
  for (const word of ["", "0x", "123", "xy", "12 34"])
    expect(() => parse([word]), word).toThrow("is not the id of a job");
});
