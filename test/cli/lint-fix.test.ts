import { chmodSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { scratchProject } from "./project.js";
import { shell } from "./run.js";

const CLAIM = `pool.query("UPDATE job SET status = 1, claim_token = ?, claim_time = 1 WHERE id = ?", [token, id]);`;
const FIXED = CLAIM.replace("id = ?", "id = ? AND status = 0");
const LOOK = "SELECT id, claim_time FROM job WHERE status = 0 ORDER BY RAND() LIMIT 20;";

/** Of the rules, only those that this file is about. */
const RULES = JSON.stringify({ lint: { rules: { "check-affected-rows": "off" } } });

it("--fix mends files in place: byte order mark, line ends and rights stay, files that it must not write are named", async () => {
  const project = scratchProject();
  const path = (name: string): string => join(project.root, name);
  project.write("queuegen.json", RULES);
  writeFileSync(path("claim.js"), `\uFEFF// ü\r\n${CLAIM}\r\n`, { mode: 0o640 });
  project.write("look.sql", `${LOOK}\n`);
  project.write("real.js", CLAIM);
  symlinkSync("real.js", path("link.js"));
  writeFileSync(path("locked.js"), CLAIM, { mode: 0o444 });
  writeFileSync(path("latin1.js"), Buffer.from(`// f\xfcr\n${CLAIM}`, "latin1"));
  const { code, out, err } = await project.run(
    "lint",
    "--fix",
    "claim.js",
    "look.sql",
    "link.js",
    "locked.js",
    "latin1.js",
  );
  expect(err.split("\n").sort()).toEqual(
    [
      "",
      "2 findings in 2 files fixed.",
      "latin1.js was not fixed: it is not UTF-8 throughout.",
      "link.js was not fixed: it is a link; fix the file that it leads to.",
      "locked.js was not fixed: it is read-only.",
    ].sort(),
  );
  expect(readFileSync(path("claim.js"), "utf8")).toBe(`\uFEFF// ü\r\n${FIXED}\r\n`);
  expect(statSync(path("claim.js")).mode & 0o777).toBe(0o640);
  expect(project.read("look.sql")).toBe(`${LOOK.replace("RAND()", "id")}\n`);
  expect(lstatSync(path("link.js")).isSymbolicLink()).toBe(true);
  expect(project.read("real.js")).toBe(CLAIM);
  expect({ code, left: out.match(/^error/gm) }).toEqual({ code: 1, left: ["error", "error", "error"] });
  expect(readdirSync(project.root).filter((name) => name.includes("queuegen-tmp"))).toEqual([]);
  chmodSync(path("locked.js"), 0o644);
});

it("--fix-dry-run prints a patch that git applies, and writes nothing", async () => {
  const project = scratchProject();
  project.write("queuegen.json", RULES);
  project.write("src/claim.js", `// one\n// two\n${CLAIM}\n`);
  writeFileSync(join(project.root, "bom.js"), `\uFEFF${CLAIM}\r\n`);
  const { code, out, err } = await project.run("lint", "--fix-dry-run");
  expect({ code, err }).toEqual({ code: 1, err: "2 findings in 2 files can be fixed; nothing was written.\n" });
  expect(project.read("src/claim.js")).toContain(CLAIM);
  project.write("fix.patch", out);
  const applied = await shell(project.root, "git init -q && git apply fix.patch && queuegen lint");
  expect(applied.code).toBe(0);
  expect(project.read("src/claim.js")).toBe(`// one\n// two\n${FIXED}\n`);
  expect(readFileSync(join(project.root, "bom.js"), "utf8")).toBe(`\uFEFF${FIXED}\r\n`);
});

it("every format goes to a file, and SQL that is not known is listed when asked for", async () => {
  const project = scratchProject();
  project.write(
    "run.ts",
    `import type { Pool } from "mysql2";\nexport const run = (pool: Pool, sql: string) => pool.query(sql);\n`,
  );
  expect((await project.run("lint")).out).toMatch(/^no findings/);
  const { code, out } = await project.run("lint", "--report-unresolved", "--format", "compact");
  expect({ code, out }).toEqual({
    code: 0,
    out: "run.ts:2:60: info: the SQL that `pool.query(...)` runs is not known: `sql`. [unresolved-sql]\n",
  });
  const saved = await project.run("lint", "--report-unresolved", "--format", "sarif", "--output-file", "lint.sarif");
  expect(saved).toMatchObject({ code: 0, out: "", err: "1 finding written to lint.sarif\n" });
  const [log] = JSON.parse(project.read("lint.sarif")).runs;
  expect(log.tool.driver.version).toMatch(/^\d+\.\d+\.\d+/);
  expect(log.results).toMatchObject([{ ruleId: "unresolved-sql", level: "note" }]);
});
