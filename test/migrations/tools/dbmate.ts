import { fileURLToPath } from "node:url";
import type { FreshDatabase } from "../../services/database.js";
import { runProgram } from "./run-program.js";
import { sampleMigrations } from "./sample.js";
import type { Tool } from "./tool.js";

const PROGRAM = fileURLToPath(new URL("../../node_modules/.bin/dbmate", import.meta.url));

function dbmate(root: string, { url }: FreshDatabase, command: string): Promise<string> {
  const args = ["--no-dump-schema", "--migrations-dir", "migrations", command];
  return runProgram(PROGRAM, args, root, { DATABASE_URL: url });
}

export const dbmateTool: Tool = {
  format: "dbmate",
  prepare: async () => undefined,
  up: async (root, database) => void (await dbmate(root, database, "migrate")),
  down: async (root, database) => {
    for (const _ of sampleMigrations()) await dbmate(root, database, "rollback");
  },
};
