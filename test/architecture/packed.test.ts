import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { checkPackage, createPackageFromTarballData, type Problem } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "./source-files.js";

const RUNTIME_LIMIT_BYTES = 300_000;

interface PackedManifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly scripts?: Readonly<Record<string, string>>;
}

let folder: string;
const tarballs = new Map<string, string>();

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "queuegen-packed-"));
  const output = execFileSync(process.execPath, [path.join(ROOT, "test/pack.mjs"), folder], { encoding: "utf8" });
  const files = output.trimEnd().split("\n").at(-1)?.split(" ").slice(2) ?? [];
  for (const file of files) tarballs.set(path.basename(file).replace(/-\d.*$/, ""), path.resolve(file));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(["queuegen", "queuegen-runtime", "queuegen-eslint-plugin"])("the tarball %s", (name) => {
  const tarball = (): string => tarballs.get(name) ?? "";
  const tar = (...args: string[]): string =>
    execFileSync("tar", args, { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  const manifest = (): PackedManifest => JSON.parse(tar("-xzOf", tarball(), "package/package.json")) as PackedManifest;

  test("names nothing that only this repository has", () => {
    const text = JSON.stringify(manifest());
    expect(text).not.toContain("workspace:");
    expect(text).not.toContain("/src/");
    expect(Object.keys(manifest().dependencies ?? {}).filter((each) => each.startsWith("@queuegen/"))).toEqual([]);
    expect(manifest().devDependencies).toBeUndefined();
    expect(manifest().scripts).toBeUndefined();
  });

  test("holds no sources, tests or paths of the machine that built it", () => {
    const files = tar("-tzf", tarball()).trimEnd().split("\n");
    expect(files.filter((file) => /\/src\/|\.test\.|\.tsbuildinfo$/.test(file))).toEqual([]);
    expect(files).toContain("package/LICENSE");
    expect(tar("-xzOf", tarball())).not.toContain(ROOT);
  });

  test("publint has nothing to say", async () => {
    const data = readFileSync(tarball());
    const pack = { tarball: data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength) as ArrayBuffer };
    const { messages, pkg } = await publint({ pack, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg ?? {}))).toEqual([]);
  });

  test("its types resolve as its code does", async () => {
    const result = await checkPackage(createPackageFromTarballData(new Uint8Array(readFileSync(tarball()))));
    expect(result.types && result.problems.filter((problem) => !isForEsmOnly(problem))).toEqual([]);
  });
});

test(`the runtime is smaller than ${RUNTIME_LIMIT_BYTES} bytes unpacked and depends on nothing`, () => {
  const tarball = tarballs.get("queuegen-runtime") ?? "";
  const listing = execFileSync("tar", ["-tvzf", tarball], { encoding: "utf8" }).trimEnd().split("\n");
  const bytes = listing.reduce((sum, line) => sum + Number(line.split(/\s+/)[2]), 0);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(RUNTIME_LIMIT_BYTES);
  const { dependencies } = JSON.parse(
    execFileSync("tar", ["-xzOf", tarball, "package/package.json"], { encoding: "utf8" }),
  ) as PackedManifest;
  expect(dependencies ?? {}).toEqual({});
});

/** We ship ES modules only: that Node 10 and `require` do not find them is meant. */
function isForEsmOnly(problem: Problem): boolean {
  if (problem.kind === "CJSResolvesToESM") return true;
  return (
    "resolutionKind" in problem && (problem.resolutionKind === "node10" || problem.resolutionKind === "node16-cjs")
  );
}
