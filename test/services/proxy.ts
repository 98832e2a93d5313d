import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { ClientPackets } from "./client-packets.js";

/** A TCP proxy before a MySQL server that misbehaves on command. */
export interface TcpProxy {
  /** The server's URL through the proxy. */
  readonly url: string;
  readonly port: number;
  /** How many clients are connected. */
  readonly connections: number;
  /** Cuts every connection with a reset; new ones work. */
  cut(): void;
  /** Holds back the bytes of both directions, also of new connections, until `resume`. Nothing is lost. */
  stall(): void;
  /** Swallows the bytes of both directions, also of new connections, as a dead network does. What is swallowed is lost. */
  blackHole(): void;
  /**
   * Lets the n-th statement from now (1 = the next), of those that match, reach the server, swallows the reply and cuts
   * that connection: the client cannot know that it was carried out. Resolves with the statement when that is done.
   */
  dropReply(nth: number, matching?: RegExp): Promise<string>;
  /** The same, but the statement never reaches the server: the client cannot know that either. */
  dropStatement(nth: number, matching?: RegExp): Promise<string>;
  /** Stalls everything at the moment when the n-th matching statement arrives; `resume` sends it on. */
  stallAt(nth: number, matching?: RegExp): Promise<string>;
  /**
   * Keeps the n-th matching statement and all that comes after it on that connection; the client may die meanwhile. The
   * server gets it with `deliver`: a statement that runs late, when nobody waits for it any more.
   */
  hold(nth: number, matching?: RegExp): Promise<HeldStatement>;
  /** Back to passing everything; connections that were stalled go on where they were. */
  resume(): void;
  close(): Promise<void>;
}

export interface HeldStatement {
  readonly sql: string;
  /** Resolves when the server has answered it. */
  deliver(): Promise<void>;
}

type State = "pass" | "stall" | "black-hole";

interface Link {
  readonly client: Socket;
  readonly server: Socket;
  /** The next reply is swallowed. */
  doomed: boolean;
  /** What had been read from the client when the stall began. */
  held: Buffer[];
  /** Its server side lives on without the client, with a statement that is held. */
  orphaned: boolean;
}

interface Trap {
  left: number;
  readonly matching: RegExp;
  readonly spring: (link: Link, sql: string) => void;
}

/** Starts a proxy on a free port of 127.0.0.1 before the server of this URL. */
export async function startProxy(target: string): Promise<TcpProxy> {
  const { hostname, port: targetPort } = new URL(target);
  const links = new Set<Link>();
  let traps: Trap[] = [];
  let state: State = "pass";

  const springTraps = (link: Link, sql: string): void => {
    for (const trap of traps) {
      if (!trap.matching.test(sql)) continue;
      trap.left -= 1;
      if (trap.left > 0) continue;
      traps = traps.filter((each) => each !== trap);
      trap.spring(link, sql);
    }
  };
  const setTrap = (nth: number, matching: RegExp, act: (link: Link, done: () => void) => void): Promise<string> =>
    new Promise((sprung) => {
      traps.push({ left: nth, matching, spring: (link, sql) => act(link, () => sprung(sql)) });
    });
  const stall = (): void => {
    state = "stall";
    for (const link of links) pauseLink(link);
  };

  const listener = createServer({ noDelay: true }, (client) => {
    const server = connect({ host: hostname, port: Number(targetPort || 3306), noDelay: true });
    const link: Link = { client, server, doomed: false, held: [], orphaned: false };
    const packets = new ClientPackets((sql) => springTraps(link, sql));
    links.add(link);
    client.on("data", (chunk: Buffer) => {
      if (state === "black-hole") return;
      packets.push(chunk);
      if (state === "stall" || link.orphaned) link.held.push(chunk);
      else if (!client.destroyed) server.write(chunk);
    });
    server.on("data", (chunk: Buffer) => {
      if (state === "black-hole" || link.doomed) return;
      client.write(chunk);
    });
    client.on("error", () => client.destroy());
    server.on("error", () => server.destroy());
    client.on("end", () => link.orphaned || server.end());
    server.on("end", () => client.end());
    client.on("close", () => {
      if (!link.orphaned) server.destroy();
      links.delete(link);
    });
    server.on("close", () => client.destroy());
    if (state === "stall") pauseLink(link);
  });
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const { port } = listener.address() as AddressInfo;
  const url = new URL(target);
  url.hostname = "127.0.0.1";
  url.port = String(port);

  return {
    url: url.href,
    port,
    get connections() {
      return links.size;
    },
    cut() {
      for (const link of links) cutLink(link);
    },
    stall,
    blackHole() {
      state = "black-hole";
      for (const link of links) {
        link.held = [];
        // A link that was stalled must read on to swallow.
        resumeLink(link);
      }
    },
    dropReply: (nth, matching = /^/) =>
      setTrap(nth, matching, (link, done) => {
        link.doomed = true;
        link.server.once("data", () => {
          cutLink(link);
          done();
        });
      }),
    dropStatement: (nth, matching = /^/) =>
      setTrap(nth, matching, (link, done) => {
        cutLink(link);
        done();
      }),
    stallAt: (nth, matching = /^/) =>
      setTrap(nth, matching, (_link, done) => {
        stall();
        done();
      }),
    hold: (nth, matching = /^/) =>
      new Promise((held) => {
        traps.push({ left: nth, matching, spring: (link, sql) => held(holdStatement(link, sql)) });
      }),
    resume() {
      state = "pass";
      for (const link of links) resumeLink(link);
    },
    async close() {
      for (const link of links) cutLink(link);
      listener.close();
      await once(listener, "close");
    },
  };
}

function holdStatement(link: Link, sql: string): HeldStatement {
  link.orphaned = true;
  return {
    sql,
    async deliver() {
      for (const chunk of link.held.splice(0)) link.server.write(chunk);
      await once(link.server, "data");
      link.server.destroy();
    },
  };
}

function cutLink({ client, server }: Link): void {
  client.resetAndDestroy();
  server.resetAndDestroy();
}

function pauseLink({ client, server }: Link): void {
  client.pause();
  server.pause();
}

function resumeLink(link: Link): void {
  for (const chunk of link.held.splice(0)) link.server.write(chunk);
  link.client.resume();
  link.server.resume();
}
