import { QueuegenError } from "@queuegen/model";
import { expect, test } from "vitest";
import { readPayload } from "./payload.js";

const TEXT = `[
  { "user_id": 1, "payload": { "items": [1, { "a.b": "x" }] } },
  { "user_id": 2 }
]`;

/** What is underlined. */
function marked(text: string, job: number, path: string): string | undefined {
  const at = readPayload(text, "jobs.json").place(job, path);
  return at && `${at.line}:${at.lineText.slice(at.column - 1, at.column - 1 + at.length)}`;
}

test("one job or a list of them", () => {
  expect(readPayload('{"a": 1}', "x").jobs).toEqual([{ a: 1 }]);
  expect(readPayload(TEXT, "x").jobs).toHaveLength(2);
});

test.each([
  [0, "user_id", "2:1"],
  [0, "payload.items[0]", "2:1"],
  [0, "payload.items[1].a.b", '2:"x"'],
  [1, "user_id", "3:2"],
  [1, "channel", '3:{ "user_id": 2 }'],
])("job %i, %s stands at %s", (job, path, where) => {
  expect(marked(TEXT, job, path)).toBe(where);
});

test.each([
  ["{", "not JSON"],
  ['{"a": 1,}', "not JSON"],
  ['{"a": 1} // b', "not JSON"],
  ["[]", "an empty list is not a job"],
  ["5", "5 is not a job"],
  ["[[1]]", "[1] is not a job"],
  ["null", "null is not a job"],
  ['{"id": 9007199254740993}', "9007199254740993 has more digits"],
  ['{"a": {"b": [-9007199254740993]}}', "-9007199254740993 has more digits"],
])("%s is refused", (text, message) => {
  const read = (): unknown => readPayload(text, "command line");
  expect(read).toThrow(QueuegenError);
  expect(read).toThrow(message);
});

test.each(['{"a": 9007199254740991}', '{"a": 1e300}', '{"a": 0.1}', '{"a": "9007199254740993"}'])(
  "%s is taken",
  (text) => {
    expect(readPayload(text, "command line").jobs).toEqual([JSON.parse(text)]);
  },
);
