import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { type CommandUse, runCommand } from "../harness/command.js";

/** The command as users run it. */
export const QUEUEGEN: string = fileURLToPath(new URL("../node_modules/queuegen/bin/queuegen.js", import.meta.url));

/** A user's project in a folder of its own. */
export interface Project {
  readonly folder: string;
  /** Runs `queuegen` in it; throws unless it exits with one of `expected` (default 0). */
  queuegen(args: readonly string[], expected?: readonly number[]): Promise<CommandUse>;
  /** Changes one declaration, so that the next `generate` has work for one queue. */
  edit(): void;
  /** Forgets what earlier runs have read. */
  dropCache(): void;
  remove(): void;
}

let built: Promise<void> | undefined;

/** Builds the command once a run; throws with the compiler's words where it cannot be built. */
function buildCommand(): Promise<void> {
  built ??= (async () => {
    const builder = fileURLToPath(new URL("../../build-command.mjs", import.meta.url));
    const { exitCode, stdout, stderr } = await runCommand([process.execPath, builder]);
    if (exitCode !== 0) throw new Error(`queuegen cannot be built:\n${stdout}${stderr}`);
  })();
  return built;
}

/** Makes a project with this many declared queues, everything generated. */
export async function makeProject(queues: number): Promise<Project> {
  await buildCommand();
  const folder = mkdtempSync(path.join(tmpdir(), "queuegen-bench-project-"));
  const queuegen: Project["queuegen"] = async (args, expected = [0]) => {
    const use = await runCommand([process.execPath, QUEUEGEN, ...args], { cwd: folder });
    if (!expected.includes(use.exitCode)) {
      throw new Error(`queuegen ${args.join(" ")}: exit code ${use.exitCode}\n${use.stdout}${use.stderr}`);
    }
    return use;
  };
  // As after `npm install`: what the command remembers between runs is kept in there.
  mkdirSync(path.join(folder, "node_modules"));
  writeFileSync(path.join(folder, "package.json"), '{ "name": "bench-project", "type": "module" }\n');
  await queuegen(["init"]);
  await queuegen(["add", "notify"]);
  const schema = path.join(folder, "queues/schemas/notify.queue.ts");
  const text = withColumns(readFileSync(schema, "utf8"));
  writeFileSync(schema, text);
  for (let number = 2; number <= queues; number += 1) {
    const name = `notify${number}`;
    const file = path.join(folder, `queues/schemas/${name}.queue.ts`);
    writeFileSync(file, text.replaceAll("notify", name).replaceAll("Notify", `Notify${number}`));
  }
  // The table of the first queue is not the one that its migration makes any more.
  rmSync(path.join(folder, "migrations"), { recursive: true });
  await queuegen(["generate"]);
  let edits = 0;
  return {
    folder,
    queuegen,
    edit() {
      edits += 1;
      writeFileSync(schema, text.replace(/attempts: \d+/, `attempts: ${5 + edits}`));
    },
    dropCache: () => rmSync(path.join(folder, "node_modules/.cache"), { recursive: true, force: true }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The scaffold has a payload only; a real queue has a few columns beside it. */
function withColumns(scaffold: string): string {
  const changed = scaffold.replace(
    "    payload: json<",
    '    user_id: bigint({ unsigned: true, mode: "number" }),\n    channel: varchar(16, { default: "mail" }),\n    payload: json<',
  );
  if (changed === scaffold) throw new Error("the scaffolded schema has no payload column any more");
  return changed;
}
