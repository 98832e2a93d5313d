import { deserialize, serialize } from "node:v8";
import { expect, test } from "vitest";
import { ClaimLostError, HandlerTimeoutError } from "../../errors.js";
import { errnoOf } from "../../sql/server-error.js";
import { type ErrorReport, reportOf, revive } from "./error-report.js";

const sent = (error: unknown): Error => revive(deserialize(serialize(reportOf(error))) as ErrorReport);

test("name, message, stack and causes arrive", () => {
  const error = new TypeError("no", { cause: new RangeError("deep") });
  const arrived = sent(error);
  expect(arrived).toMatchObject({ name: "TypeError", message: "no", stack: error.stack });
  expect(arrived.cause).toMatchObject({ name: "RangeError", message: "deep" });
});

test("an error of the server is still one of the server", () => {
  const error = Object.assign(new Error("Deadlock found"), { errno: 1213, sqlState: "40001", socket: {} });
  expect(errnoOf(sent(error))).toBe(1213);
  expect(errnoOf(sent(new Error("wrapped", { cause: error })))).toBe(1213);
});

test("errors of ours are of their class again", () => {
  const lost = sent(new ClaimLostError("notify", "7", "gone"));
  expect(lost).toBeInstanceOf(ClaimLostError);
  expect(lost).toMatchObject({ message: "queue notify, job 7: claim lost, gone", queue: "notify", id: "7" });
  expect(sent(new HandlerTimeoutError("notify", "7", 50))).toMatchObject({ name: "HandlerTimeoutError", timeout: 50 });
});

test("what is thrown and is no error arrives as its text", () => {
  expect(sent("plain").message).toBe("plain");
  expect(sent(undefined).message).toBe("undefined");
});

test("causes that lead in a circle end", () => {
  const error = new Error("round");
  error.cause = error;
  expect(sent(error).message).toBe("round");
});
