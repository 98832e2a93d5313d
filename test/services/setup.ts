import { createConnection } from "mysql2/promise";
import { greetSql, type PrivateServer, startMariadb, startMysql } from "./servers.mjs";

const SERVERS = [
  { name: "mariadb", variable: "QUEUEGEN_TEST_MARIADB", start: startMariadb },
  { name: "mysql", variable: "QUEUEGEN_TEST_MYSQL", start: startMysql },
] as const;

/**
 * Runs once before all tests that need a database: sees to it that both variables name a server, and starts a private
 * one where they do not. A server that cannot be had fails the run, unless QUEUEGEN_ONE_SERVER=1 says one is enough.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const started: PrivateServer[] = [];
  const stopAll = async (): Promise<void> => {
    await Promise.all(started.map((server) => server.stop()));
  };
  const failures: string[] = [];
  for (const { name, variable, start } of SERVERS) {
    try {
      const given = process.env[variable];
      if (given) {
        await checkGiven(name, variable, given);
        continue;
      }
      const server = await start({ log: (line) => console.error(`services: ${line}`) });
      started.push(server);
      process.env[variable] = server.url;
      console.error(`services: ${name} ${server.version} on port ${server.port}`);
    } catch (error) {
      delete process.env[variable];
      failures.push(error instanceof Error ? error.message : String(error));
    }
  }
  const enough = process.env.QUEUEGEN_ONE_SERVER === "1" && failures.length < SERVERS.length;
  if (failures.length > 0) {
    console.error(`\n${banner(failures, enough)}\n`);
    if (!enough) {
      await stopAll();
      throw new Error(`test servers missing:\n${failures.join("\n")}`);
    }
  }
  return stopAll;
}

/** A MariaDB under the name of MySQL would make the suite pass on one product alone. Says nothing of a password. */
async function checkGiven(name: "mariadb" | "mysql", variable: string, given: string): Promise<void> {
  if (!URL.canParse(given)) throw new Error(`${variable} is not a URL such as mysql://root@127.0.0.1:3306`);
  const { hostname, port, username } = new URL(given);
  const where = `${username}@${hostname}:${port || 3306}`;
  try {
    const { product, version } = await greetSql(hostname, Number(port || 3306));
    if (product !== name) throw new Error(`it is ${product} ${version}`);
    const connection = await createConnection(given);
    await connection.end();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${variable} (${where}) is no ${name} server that can be used: ${reason}`, { cause: error });
  }
}

function banner(failures: readonly string[], enough: boolean): string {
  const line = "!".repeat(100);
  const verdict = enough
    ? "QUEUEGEN_ONE_SERVER=1: going on with ONE SERVER ONLY. This run does not prove that queuegen works on both."
    : "The suite runs on both MySQL and MariaDB. To run it on the one that is there: QUEUEGEN_ONE_SERVER=1 npm test";
  return [line, ...failures, "", verdict, line].join("\n");
}
