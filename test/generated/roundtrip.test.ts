import { execFile } from "node:child_process";
import { cpSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { scratchProject } from "../cli/project.js";
import { eachServer, freshDatabase } from "../services/database.js";
import { compile, installPackages, strictOptions } from "../types/compiler.js";

const fixture = fileURLToPath(new URL("../fixtures/compile", import.meta.url));

eachServer((server) => {
  const database = freshDatabase(server);

  it("a job of every kind of column goes through the generated code as it was, in a table with renamed and reserved names", async () => {
    const project = scratchProject();
    cpSync(fixture, project.root, { recursive: true });
    installPackages(project);
    expect(await project.run("generate")).toMatchObject({ code: 0 });
    const compilerOptions = { ...strictOptions("7"), rootDir: "src", outDir: "dist" };
    project.write("package.json", '{ "type": "module" }');
    project.write("tsconfig.json", JSON.stringify({ compilerOptions, include: ["src"] }));
    expect(await compile("7", project.root)).toBe("");
    const env = { ...process.env, DATABASE_URL: database.url, TZ: "Europe/Berlin" };
    expect(await project.runWith({ env: { DATABASE_URL: database.url } }, "migrate", "up")).toMatchObject({ code: 0 });

    const { stdout } = await promisify(execFile)(process.execPath, ["dist/roundtrip.js"], { cwd: project.root, env });
    expect(JSON.parse(stdout)).toEqual({
      statuses: ["added", "duplicate", "added"],
      seen: [
        {
          id: "1",
          status: "it's closed",
          big: "-9223372036854775808n",
          big_text: "9223372036854775807",
          small: 7,
          price: "12345678.90",
          ratio: 0.1,
          flag: true,
          code: "de",
          note: "two\nlines and \u{1f600} 'quotes' \\ \u0000",
          bytes: { type: "Buffer", data: [0, 255, 39, 92] },
          file: null,
          on_day: "2024-02-29",
          at_time: "-12:34:56.789",
          made_at: "2026-10-25 02:30:00.123",
          seen_at: null,
          in_year: 2026,
          address: { street: "Haupt'straße \\ 1" },
          details: { tags: ["a", "b"] },
          inline: { a: 1, b: "x" },
          anything: { __proto: [null, true, 1.5, {}], ":queuegen_status": "?" },
        },
        [1],
      ],
    });
  });
});
