import { connect, createServer } from "node:net";

/**
 * Speaks just enough of both protocols to know that a server is ready, before any driver is installed.
 */

const ATTEMPT_MS = 5_000;

/**
 * What a MySQL or MariaDB server says of itself when one connects.
 * @param {string} host
 * @param {number} port
 * @returns {Promise<{ product: "mariadb" | "mysql", version: string }>}
 */
export async function greetSql(host, port) {
  const packet = await exchange(
    host,
    port,
    undefined,
    (data) => data.length >= 5 && data.length >= 4 + data.readUIntLE(0, 3),
  );
  // 3 bytes length, 1 sequence, 1 protocol version (255 = an error: too many connections, host blocked), then the version.
  if (packet[4] !== 10) throw new Error(`${host}:${port} answers, but not as a MySQL server that takes connections`);
  const text = packet.toString("latin1", 5, packet.indexOf(0, 5));
  const version = /(\d+\.\d+\.\d+)(?:-MariaDB)?/.exec(text.replace(/^5\.5\.5-/, ""))?.[1] ?? text;
  return { product: /mariadb/i.test(text) ? "mariadb" : "mysql", version };
}

/**
 * The version of a Redis server that answers commands (one that still loads its data answers with an error).
 * @param {string} host
 * @param {number} port
 */
export async function greetRedis(host, port) {
  const reply = await exchange(host, port, "PING\r\nINFO server\r\n", (data) =>
    /^-|\r\nos:/m.test(data.toString("latin1")),
  );
  const text = reply.toString("latin1");
  const version = /redis_version:(\S+)/.exec(text)?.[1];
  if (version === undefined) throw new Error(`${host}:${port} answers, but not as a Redis server that is ready`);
  return { product: /** @type {const} */ ("redis"), version };
}

/**
 * Connects, sends, and gathers the answer until it is complete.
 * @param {string} host
 * @param {number} port
 * @param {string | undefined} request
 * @param {(data: Buffer) => boolean} complete
 * @returns {Promise<Buffer>}
 */
function exchange(host, port, request, complete) {
  return new Promise((resolve, reject) => {
    /** @type {Buffer[]} */
    const chunks = [];
    const socket = connect({ host, port });
    const settle = (/** @type {Error | undefined} */ error) => {
      socket.destroy();
      if (error) reject(error);
      else resolve(Buffer.concat(chunks));
    };
    socket.setTimeout(ATTEMPT_MS, () => settle(new Error(`${host}:${port} took the connection and said nothing`)));
    socket.on("connect", () => request !== undefined && socket.write(request));
    socket.on("data", (chunk) => {
      chunks.push(chunk);
      if (complete(Buffer.concat(chunks))) settle(undefined);
    });
    socket.on("error", settle);
    socket.on("close", () => settle(new Error(`${host}:${port} closed the connection`)));
  });
}

/** A free port of 127.0.0.1 below the range that the system gives to outgoing connections, so that it stays free. */
export async function freePort() {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const port = 15_000 + Math.floor(Math.random() * 17_000);
    if (await isFree(port)) return port;
  }
  throw new Error("no free port between 15000 and 32000 on 127.0.0.1");
}

/**
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
