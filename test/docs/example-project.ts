import { type Project, scratchProject } from "../cli/project.js";
import { installPackages, strictOptions } from "../types/compiler.js";
import type { Block } from "./markdown.js";
import type { DocPage } from "./pages.js";
import { pathOf } from "./session.js";

const SCHEMA = `import { bigint, defineQueue, int, json, type QueueDeclaration, tinyint, varchar } from "queuegen";

/** What is shown to the user. */
export interface NotifyPayload {
  title: string;
  body: string;
}

/** Sends one notification through one channel. */
export const notify: QueueDeclaration = defineQueue("notify", {
  columns: {
    id: bigint({ unsigned: true, autoIncrement: true }),
    status: tinyint({ unsigned: true, default: 0 }),
    claim_token: varchar(32, { null: true }),
    claim_time: int({ unsigned: true, null: true }),
    user_id: bigint({ unsigned: true, mode: "number" }),
    payload: json<NotifyPayload>(),
  },
  indexes: { idx_status_id: ["status", "id"] },
});
`;

const HANDLER = `import type { NotifyHandler } from "../generated/notify/consumer.js";

export const handleNotify: NotifyHandler = async (job, ctx) => {
  if (job.payload.title === "") throw new Error("no title");
  ctx.log.info(job.payload.title);
};
`;

/** What an example leaves out because its page has said it: the line that declares the name. */
const KNOWN: Readonly<Record<string, string>> = {
  pool: 'declare const pool: import("mysql2/promise").Pool;',
  connection: 'declare const connection: import("mysql2/promise").PoolConnection;',
  job: 'declare const job: import("../generated/notify/table.js").NotifyNew;',
  enqueueNotify: 'import { enqueueNotify } from "../generated/notify/producer.js";',
  NotifyHandler: 'import type { NotifyHandler } from "../generated/notify/consumer.js";',
  handleNotify: 'import { handleNotify } from "./notify.js";',
  registry: 'import { registry } from "../generated/registry.js";',
  runWorker: 'import { runWorker } from "@queuegen/runtime";',
  createWorker: 'import { createWorker } from "@queuegen/runtime";',
};

/** A project with the queue \`notify\`, the packages as they are built, and the files of a page; not yet generated. */
export function exampleProject(page: DocPage): Project {
  const project = scratchProject("queuegen-docs-");
  installPackages(project);
  project.write("package.json", '{ "type": "module" }\n');
  project.write("tsconfig.json", JSON.stringify({ compilerOptions: compilerOptions(), include: ["src"] }));
  project.write("src/queues/schemas/notify.queue.ts", SCHEMA);
  project.write("src/queues/handlers/notify.ts", HANDLER);
  const settings = page.blocks.filter(({ language }) => language === "json").map(({ text }) => JSON.parse(text));
  project.write("queuegen.json", JSON.stringify(Object.assign({}, ...settings)));
  for (const block of examples(page)) {
    const path = pathOf(block);
    if (path === undefined)
      project.write(`src/queues/handlers/line-${block.line}.ts`, prelude(block.text) + block.text);
    else project.write(path, block.text);
  }
  return project;
}

/** The TypeScript of a page, but for what it shows as wrong. */
export function examples(page: DocPage): readonly Block[] {
  return page.blocks.filter(({ language, words }) => language === "ts" && !words.includes("wrong"));
}

function compilerOptions(): object {
  // An example may declare what its next line would use.
  return { ...strictOptions("7"), noUnusedLocals: false, noUnusedParameters: false, rootDir: "src", outDir: "dist" };
}

function prelude(text: string): string {
  const lines = Object.entries(KNOWN).filter(
    ([name]) => new RegExp(`\\b${name}\\b`).test(text) && !declares(text, name),
  );
  return lines.map(([, line]) => `${line}\n`).join("");
}

function declares(text: string, name: string): boolean {
  return new RegExp(`(?:import[^;]*|const |let |function )\\b${name}\\b|\\([^()]*\\b${name}\\b[^()]*\\) =>`).test(text);
}
