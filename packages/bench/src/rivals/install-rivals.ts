import { execFile } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { RIVALS, RIVALS_NODE } from "./rivals.js";

/** Of BullMQ, which leaves the choice of a client to its users. */
const IOREDIS = "6.0.0";

export interface InstalledRivals {
  /** The newer Node. */
  readonly node: string;
  /** Script of a rival's process. */
  script(name: string): string;
}

/** Fetches the rivals and their Node by npm into the user's cache folder, once, and puts our scripts beside them. */
export async function installRivals(log: (line: string) => void): Promise<InstalledRivals> {
  const cache = process.env.XDG_CACHE_HOME ?? path.join(homedir(), ".cache");
  const folder = path.join(cache, "queuegen", "bench-rivals");
  mkdirSync(folder, { recursive: true });
  const dependencies = Object.fromEntries(RIVALS.map(({ package: name, version }) => [name, version]));
  writeFileSync(
    path.join(folder, "package.json"),
    JSON.stringify({
      private: true,
      type: "module",
      dependencies: { ...dependencies, ioredis: IOREDIS, node: RIVALS_NODE },
    }),
  );
  log(`npm install of ${Object.keys(dependencies).join(", ")} and Node ${RIVALS_NODE} in ${folder}`);
  await promisify(execFile)("npm", ["install", "--no-audit", "--no-fund"], { cwd: folder });
  cpSync(fileURLToPath(new URL("../../src/rivals/processes", import.meta.url)), folder, { recursive: true });
  return {
    node: path.join(folder, "node_modules/node/bin/node"),
    script: (name) => path.join(folder, `${name}.mjs`),
  };
}
