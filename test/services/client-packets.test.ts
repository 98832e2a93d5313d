import { expect, test } from "vitest";
import { ClientPackets } from "./client-packets.js";

function packet(sequence: number, body: string): Buffer {
  const bytes = Buffer.from(body, "latin1");
  const header = Buffer.alloc(4);
  header.writeUIntLE(bytes.length, 0, 3);
  header.writeUInt8(sequence, 3);
  return Buffer.concat([header, bytes]);
}

function statementsOf(bytes: Buffer, chunkSize: number): string[] {
  const found: string[] = [];
  const packets = new ClientPackets((sql) => found.push(sql));
  for (let at = 0; at < bytes.length; at += chunkSize) packets.push(bytes.subarray(at, at + chunkSize));
  return found;
}

const LOGIN = packet(1, "\x03 a login packet may begin with the same byte");
const PING = packet(0, "\x0e");
const SESSION = Buffer.concat([LOGIN, packet(0, "\x03SELECT 1"), PING, packet(0, "\x03\x00\x01DO SLEEP(0)")]);

test.each([1, 2, 3, 5, 7, 1000])(
  "statements are found in pieces of %i bytes, logins, pings and attribute counts are not part of them",
  (size) => {
    expect(statementsOf(SESSION, size)).toEqual(["SELECT 1", "DO SLEEP(0)"]);
  },
);

test("of a long statement only the beginning is kept", () => {
  const [sql] = statementsOf(packet(0, `\x03INSERT INTO t VALUES ${"(1),".repeat(100_000)}`), 16_384);
  expect(sql).toHaveLength(4095);
  expect(sql).toMatch(/^INSERT INTO t VALUES/);
});
