import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";

export interface Postgres {
  readonly version: string;
  readonly url: string;
  stop(): Promise<void>;
}

const DEBIAN = "/usr/lib/postgresql";
const READY_MS = 30_000;
const run = promisify(execFile);

/** A private PostgreSQL with its own durable defaults; `undefined` where none is installed. */
export async function startPostgres(): Promise<Postgres | undefined> {
  const bin = binaries();
  if (bin === undefined) return undefined;
  const folder = mkdtempSync(path.join(tmpdir(), "queuegen-postgres-"));
  const own = await ownerOf(folder);
  const port = await freePort();
  await run(...own(path.join(bin, "initdb"), ["-D", path.join(folder, "data"), "-U", "bench", "-A", "trust"]));
  const flags = ["-D", path.join(folder, "data"), "-p", String(port), "-h", "127.0.0.1", "-k", folder];
  const [command, args] = own(path.join(bin, "postgres"), [...flags, "-c", "shared_buffers=2GB"]);
  const server = spawn(command, args, { stdio: "ignore" });
  const exited = once(server, "exit");
  const url = `postgres://bench@127.0.0.1:${port}/postgres`;
  try {
    await untilReady(path.join(bin, "pg_isready"), port);
  } catch (error) {
    server.kill("SIGKILL");
    throw error;
  }
  const { stdout } = await run(path.join(bin, "postgres"), ["--version"]);
  return {
    version: stdout.trim(),
    url,
    async stop() {
      server.kill("SIGINT");
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function binaries(): string | undefined {
  if (!existsSync(DEBIAN)) return undefined;
  const [newest] = readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a));
  const bin = newest && path.join(DEBIAN, newest, "bin");
  return bin !== undefined && existsSync(path.join(bin, "initdb")) ? bin : undefined;
}

type Command = (program: string, args: readonly string[]) => [command: string, args: string[]];

/** PostgreSQL does not run as root: then it gets the user that its package has made. */
async function ownerOf(folder: string): Promise<Command> {
  if (process.getuid?.() !== 0) return (program, args) => [program, [...args]];
  const id = async (flag: string): Promise<number> => Number((await run("id", [flag, "postgres"])).stdout);
  const [uid, gid] = [await id("-u"), await id("-g")];
  chownSync(folder, uid, gid);
  return (program, args) => ["setpriv", [`--reuid=${uid}`, `--regid=${gid}`, "--clear-groups", program, ...args]];
}

async function untilReady(isReady: string, port: number): Promise<void> {
  const deadline = performance.now() + READY_MS;
  for (;;) {
    const ready = await run(isReady, ["-h", "127.0.0.1", "-p", String(port)]).then(
      () => true,
      () => false,
    );
    if (ready) return;
    if (performance.now() > deadline) throw new Error(`PostgreSQL is not ready after ${READY_MS} ms`);
    await delay(100);
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}
