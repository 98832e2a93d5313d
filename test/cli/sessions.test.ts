import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { scratchProject } from "./project.js";
import { shell } from "./run.js";

/**
 * Each folder of test/cases is a session at a terminal: `session.txt` holds the commands after `$` and what they print,
 * `project/` what is there before. `vitest -u` writes what is printed now; read it before you commit it.
 */
const cases = fileURLToPath(new URL("../cases/", import.meta.url));

it.each(readdirSync(cases).sort())("session %s", async (name) => {
  const session = `${cases}${name}/session.txt`;
  const project = scratchProject();
  if (existsSync(`${cases}${name}/project`)) cpSync(`${cases}${name}/project`, project.root, { recursive: true });
  const commands = readFileSync(session, "utf8")
    .split("\n")
    .filter((line) => line.startsWith("$ "));
  let transcript = "";
  for (const command of commands) {
    const { code, out } = await shell(project.root, command.slice(2));
    transcript += `${command}\n${out.replaceAll(project.root, "/project")}${code === 0 ? "" : `(exit ${code})\n`}\n`;
  }
  await expect(transcript).toMatchFileSnapshot(session);
});
