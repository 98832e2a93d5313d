import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { parsePage } from "./markdown.js";
import { follow, matches } from "./session.js";

const options = { cwd: tmpdir(), env: { PATH: process.env.PATH }, replace: { app: "mine" } };

test("a page is followed in one shell, block by block", async () => {
  const { blocks } = parsePage("```sh\nexport A=app\necho one; echo two >&2\n```\n```sh\necho $A\n```\n");
  const steps = await follow(blocks, options);
  expect(steps.map(({ output }) => output)).toEqual(["one\ntwo\n", "mine\n"]);
});

test("a command that fails fails the page, with its line and what was printed", async () => {
  const { blocks } = parsePage("# Page\n\n```sh\necho before\nfalse\necho after\n```\n");
  await expect(follow(blocks, options)).rejects.toThrow(/block in line 3 failed \(exit 1\):\n[\s\S]*before\n$/);
});

test("output is compared line by line; ... stands for what differs from run to run", () => {
  expect(matches("a\nb\n", "a\nb\n")).toBe(true);
  expect(matches("a\n", "a\nb\n")).toBe(false);
  expect(matches("a\n...\nd\n", "a\nb\nc\nd\n")).toBe(true);
  expect(matches("a\n...\n", "a\n")).toBe(true);
  expect(matches("1 file (... s).\n", "1 file (0.31 s).\n")).toBe(true);
  expect(matches("1 file (... s).\n", "2 files (0.31 s).\n")).toBe(false);
});
