import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { ClientPackets } from "../services/client-packets.js";

export interface CountingRelay {
  /** The server's URL through the relay. */
  readonly url: string;
  /** How many statements have passed. */
  readonly statements: number;
  close(): Promise<void>;
}

/** Passes on all that goes to the server of this URL, and counts the statements. */
export async function countingRelay(target: string): Promise<CountingRelay> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let statements = 0;
  const relay = createServer((client) => {
    const server = connect(Number(port), hostname);
    const packets = new ClientPackets(() => statements++);
    client.on("data", (chunk: Buffer) => packets.push(chunk));
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(socket);
      socket.pipe(other);
      socket.on("error", () => other.destroy()).on("close", () => other.destroy());
    }
  });
  await once(relay.listen(0, "127.0.0.1"), "listening");
  const url = new URL(target);
  url.port = String((relay.address() as AddressInfo).port);
  return {
    url: url.href,
    get statements() {
      return statements;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      relay.close();
      await once(relay, "close");
    },
  };
}
