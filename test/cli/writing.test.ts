import { chmodSync, watch } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Project, scratchProject } from "./project.js";

const generated = "queues/generated";
const nobody = { uid: 65534, gid: 65534 };
const isRoot = process.getuid?.() === 0;

async function staleProject(queues = 1): Promise<Project> {
  const project = scratchProject();
  await project.run("add", "notify");
  const text = project.read("queues/schemas/notify.queue.ts");
  for (let i = 1; i < queues; i++) {
    project.write(
      `queues/schemas/q${i}.queue.ts`,
      text.replaceAll("otify", `q${i}`).replaceAll("nq", "q").replaceAll("Nq", "Q"),
    );
  }
  project.edit("queues/schemas/notify.queue.ts", (schema) => schema.replace("attempts: 5", "attempts: 7"));
  return project;
}

function contents(project: Project): Readonly<Record<string, string>> {
  return Object.fromEntries(project.files().map((path) => [path, project.read(path)]));
}

describe("a write that cannot be finished leaves everything as it was", () => {
  it("read-only folder", async () => {
    const project = await staleProject();
    const before = contents(project);
    chmodSync(project.root, 0o755);
    chmodSync(`${project.root}/${generated}/notify`, 0o555);
    const { code, err } = await project.runWith(isRoot ? nobody : {}, "generate");
    chmodSync(`${project.root}/${generated}/notify`, 0o755);
    expect(code).toBe(2);
    expect(err).toContain(`Cannot write ${generated}/notify/consumer.ts: there is no right to do so.`);
    expect(err).not.toContain("    at ");
    expect(contents(project)).toEqual(before);
  });

  it("no space: the file grows past what is allowed", async () => {
    const project = await staleProject();
    const before = contents(project);
    const { code, err } = await project.runWith({ shell: "trap '' XFSZ; ulimit -f 2;" }, "generate");
    expect(code).toBe(2);
    expect(err).toContain("there is no space left");
    expect(contents(project)).toEqual(before);
  });

  it("a file where a folder should be", async () => {
    const project = await staleProject();
    project.remove(`${generated}/notify`);
    project.write(`${generated}/notify`, "in the way\n");
    const before = contents(project);
    const { code, err } = await project.run("generate");
    expect(code).toBe(2);
    expect(err).toContain("a file stands where a folder should be");
    expect(contents(project)).toEqual(before);
  });

  it("Ctrl-C between two files", async () => {
    const project = await staleProject(60);
    const before = contents(project);
    const { code, err } = await project.runWith(
      {
        onStart(child) {
          const watcher = watch(`${project.root}/${generated}`, { recursive: true }, (_event, name) => {
            if (!name?.includes("queuegen-tmp")) return;
            watcher.close();
            child.kill("SIGINT");
          });
          child.on("exit", () => watcher.close());
        },
      },
      "generate",
    );
    expect(code).toBe(130);
    expect(err).toContain("Stopped before anything was written.");
    expect(contents(project)).toEqual(before);
    expect(await project.run("generate")).toMatchObject({ code: 0 });
    expect(await project.run("check")).toMatchObject({ code: 0 });
  });
});

it("what a killed run left aside is tidied up, what a living one writes is not", async () => {
  const project = await staleProject();
  const [dead, living] = [
    `${generated}/notify/.table.ts.999999999.queuegen-tmp`,
    `${generated}/notify/.table.ts.${process.pid}.queuegen-tmp`,
  ];
  project.write(dead, "half");
  project.write(living, "half");
  expect(await project.run("generate")).toMatchObject({ code: 0 });
  expect(project.files()).toContain(living);
  expect(project.files()).not.toContain(dead);
});

it("a schema that may not be read is named", async () => {
  const project = await staleProject();
  chmodSync(project.root, 0o755);
  chmodSync(`${project.root}/queues/schemas/notify.queue.ts`, 0o000);
  const { code, err } = await project.runWith(isRoot ? nobody : {}, "check");
  expect(code).toBe(2);
  expect(err).toMatch(/read-failed {2}Cannot read .*queues\/schemas\/notify\.queue\.ts: there is no right/);
});
