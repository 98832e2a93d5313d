import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FreshDatabase } from "../../services/database.js";
import { runProgram } from "./run-program.js";
import type { Tool } from "./tool.js";

/** A Java class path of Liquibase 4 and the MariaDB driver: npm and Debian do not have them under a free licence. */
export const CLASS_PATH: string | undefined = process.env.QUEUEGEN_TEST_LIQUIBASE;

const MAIN = "liquibase.integration.commandline.LiquibaseCommandLine";
const CHANGELOG = `databaseChangeLog:
  - includeAll:
      path: migrations
      relativeToChangelogFile: true
`;

function liquibase(root: string, { url }: FreshDatabase, ...words: readonly string[]): Promise<string> {
  const { host, pathname, username } = new URL(url);
  const jdbc = `jdbc:mariadb://${host}${pathname}?permitMysqlScheme&allowPublicKeyRetrieval=true`;
  const options = ["--changelog-file=changelog.yaml", `--url=${jdbc}`, `--username=${username}`, "--password="];
  return runProgram("java", ["-cp", CLASS_PATH ?? "", MAIN, ...options, ...words], root);
}

export const liquibaseTool: Tool = {
  format: "liquibase",
  prepare: async (root) => writeFileSync(join(root, "changelog.yaml"), CHANGELOG),
  up: async (root, database) => void (await liquibase(root, database, "update")),
  down: async (root, database) => void (await liquibase(root, database, "rollback-count", "--count=99")),
};
