import { onlineCommands } from "@queuegen/migrations";
import { expect, test } from "vitest";
import { page } from "./pages.js";

test("the page about large tables shows the commands that are printed for its statement", () => {
  const { text = "" } =
    page("docs/how-to/migrate-large-tables.md").blocks.find((block) => block.text.includes("gh-ost")) ?? {};
  const commands = onlineCommands(
    "ALTER TABLE `notify_task`\n  MODIFY COLUMN `channel` varchar(100) NOT NULL DEFAULT 'mail';\n",
    { host: "db-1", port: 3306, user: "deploy", database: "app" },
  );
  const lines = text.split("\n").map((line) => line.trim());
  expect(lines).toContain(commands?.ghost);
  expect(lines).toContain(commands?.ptOnlineSchemaChange);
});
