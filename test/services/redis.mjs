import { obtain } from "./obtain.mjs";
import { startPrivateServer } from "./private-server.mjs";
import { greetRedis } from "./probe.mjs";

/** @param {import("./servers.d.mts").StartOptions} [options] */
export async function startRedis(options = {}) {
  const program = await obtain("redis", options.log);
  return startPrivateServer({
    program,
    env: options.env ?? {},
    prepare: async () => {},
    // Appended at each write, so that a restart after SIGKILL finds everything that was answered.
    flags: (folder, port) => [
      ...["--bind", "127.0.0.1", "--port", String(port), "--dir", folder],
      ...["--appendonly", "yes", "--appendfsync", options.durability === "full" ? "everysec" : "no", "--save", ""],
      ...["--maxmemory-policy", "noeviction"],
      ...(options.flags ?? []),
    ],
    greet: (port) => greetRedis("127.0.0.1", port),
    url: (port) => `redis://127.0.0.1:${port}`,
  });
}
