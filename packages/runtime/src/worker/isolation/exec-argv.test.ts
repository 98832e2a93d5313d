import { expect, test } from "vitest";
import { childExecArgv } from "./exec-argv.js";

test("loaders and conditions go to the child", () => {
  const flags = ["--require", "./hook.cjs", "--import=tsx", "--experimental-strip-types", "--enable-source-maps"];
  expect(childExecArgv(flags, null)).toEqual(flags);
});

test("debug ports, watchers and code on the command line stay here", () => {
  const flags = ["--inspect=9229", "--watch", "--input-type=module", "-e", "run()", "--no-warnings"];
  expect(childExecArgv(flags, null)).toEqual(["--no-warnings"]);
});

test("a memory limit is that of the child's heap, in place of the worker's own", () => {
  expect(childExecArgv(["--max-old-space-size=4096"], 256)).toEqual(["--max-old-space-size=256"]);
  expect(childExecArgv(["--max-old-space-size=4096"], null)).toEqual(["--max-old-space-size=4096"]);
});
