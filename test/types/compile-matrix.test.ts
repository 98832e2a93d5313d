import { spawnSync } from "node:child_process";
import { cpSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { type Project, scratchProject } from "../cli/project.js";
import { queuegen } from "../cli/run.js";
import { compile, installPackages, strictOptions, type Version, versions } from "./compiler.js";

const fixture = fileURLToPath(new URL("../fixtures/compile", import.meta.url));

it.each(versions)(
  "TypeScript %s with every strict flag takes all that is generated and scaffolded",
  async (version) => {
    const project = scratchProject();
    cpSync(fixture, project.root, { recursive: true });
    installPackages(project);
    expect(await project.run("generate")).toMatchObject({ code: 0 });
    project.write("scaffolded/queuegen.json", "{}");
    expect(await queuegen(`${project.root}/scaffolded`, ["add", "notify"])).toMatchObject({ code: 0 });
    configure(project, version, { noEmit: true });
    expect(await compile(version, project.root)).toBe("");
  },
);

describe("layouts of a project", () => {
  it("with a Kysely database of its own", async () => {
    const project = await scaffolded("7", { noEmit: true }, { database: "src/db.ts#Database" });
    project.write(
      "src/db.ts",
      'import type { NotifyTable } from "./queues/generated/notify/table.js";\nexport interface Database {\n  notify_task: NotifyTable;\n}\n',
    );
    expect(project.read("src/queues/worker.ts")).toContain("kysely, handlers:");
    expect(await compile("7", project.root)).toBe("");
  });

  it("without rootDir", async () => {
    expect(await compile("5.9", (await scaffolded("5.9", { outDir: "dist" })).root)).toBe("");
  });

  it("that only checks, with bundler resolution and no extensions", async () => {
    const options = { noEmit: true, module: "esnext", moduleResolution: "bundler" };
    const project = await scaffolded("6", options);
    expect(project.read("src/queues/worker.ts")).toContain('from "./generated/registry";');
    expect(await compile("6", project.root)).toBe("");
  });

  it("that runs .ts files", async () => {
    const project = await scaffolded("6", { rewriteRelativeImportExtensions: true, rootDir: "src", outDir: "dist" });
    expect(project.read("src/queues/worker.ts")).toContain('from "./generated/registry.ts";');
    expect(await compile("6", project.root)).toBe("");
    expect(project.read("dist/queues/worker.js")).toContain('from "./generated/registry.js";');
  });

  it.each(["5.9", "6", "7"] as const)("of CommonJS, compiled by TypeScript %s and run", async (version) => {
    const options = { verbatimModuleSyntax: false, rootDir: "src", outDir: "dist" };
    const project = await scaffolded(version, options, {}, "commonjs");
    expect(await compile(version, project.root)).toBe("");
    expect(project.read("dist/queues/worker.js")).toContain('require("@queuegen/runtime")');
    const worker = spawnSync(process.execPath, ["dist/queues/worker.js", "--queue", "none"], {
      cwd: project.root,
      env: { PATH: process.env.PATH, DATABASE_URL: "mysql://root@127.0.0.1/app" },
      encoding: "utf8",
    });
    expect(worker.stderr).toMatch(/^--queue none: there is no such queue/m);
    expect(worker.status).toBe(2);
  });

  it("that is a package of a monorepo", async () => {
    const repository = scratchProject();
    installPackages(repository);
    repository.write("tsconfig.base.json", JSON.stringify({ compilerOptions: strictOptions("6") }));
    repository.write(
      "packages/jobs/tsconfig.json",
      '{ "extends": "../../tsconfig.base.json", "compilerOptions": { "rootDir": "src", "outDir": "dist" }, "include": ["src"] }',
    );
    repository.write("packages/jobs/package.json", '{ "type": "module" }');
    repository.write("packages/jobs/src/index.ts", "export {};\n");
    expect(await queuegen(`${repository.root}/packages/jobs`, ["add", "notify"])).toMatchObject({ code: 0 });
    expect(await compile("6", `${repository.root}/packages/jobs`)).toBe("");
  });
});

async function scaffolded(
  version: Version,
  options: object,
  config?: object,
  type: "module" | "commonjs" = "module",
): Promise<Project> {
  const project = scratchProject();
  installPackages(project);
  project.write("src/index.ts", "export {};\n");
  configure(project, version, options, type);
  if (config) project.write("queuegen.json", JSON.stringify(config));
  expect(await project.run("add", "notify")).toMatchObject({ code: 0 });
  return project;
}

function configure(project: Project, version: Version, options: object, type = "module"): void {
  const compilerOptions = { ...strictOptions(version), ...options };
  project.write("package.json", JSON.stringify({ type }));
  project.write("tsconfig.json", JSON.stringify({ compilerOptions, include: ["src", "scaffolded"] }));
}
