import { expect, test } from "vitest";
import { CLOSED, LinkLostError } from "../session/link.js";
import { Events } from "./events.js";
import type { Log } from "./log.js";
import { logEvents } from "./log-events.js";

function logged(error: unknown): readonly string[] {
  const lines: string[] = [];
  const at = (level: string) => (first: string | object, text?: string) => {
    lines.push(`${level} ${typeof first === "string" ? first : text}`);
  };
  const log: Log = { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
  const events = new Events();
  logEvents(events, log, "server/app");
  events.emit("error", { queue: "notify", error });
  return lines;
}

const refused = (errno: number, message: string) => Object.assign(new Error(message), { errno, sqlState: "42S22" });

test("what this process cut off itself is not in the log", () => {
  expect(logged(new LinkLostError(CLOSED.message, { cause: CLOSED }))).toEqual([]);
  expect(logged(CLOSED)).toEqual([]);
});

test("a connection that broke was dealt with", () => {
  expect(logged(new LinkLostError("the connection broke"))).toEqual(["warn dealt with: the connection broke"]);
});

test("a statement that was repeated was dealt with, one that the database refused was not", () => {
  expect(logged(refused(1213, "Deadlock found"))).toEqual(["warn dealt with: Deadlock found"]);
  expect(logged(refused(1406, "Data too long"))).toEqual(["error the database refused a statement: Data too long"]);
});
