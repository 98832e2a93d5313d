import { mkdirSync, realpathSync, symlinkSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { scratchProject } from "../cli/project.js";
import { compile } from "../types/compiler.js";

const here = (path: string): string => realpathSync(fileURLToPath(new URL(path, import.meta.url)));

const CONFIG = `import queuegen from "@queuegen/eslint-plugin";
import { defineConfig } from "eslint/config";

export default defineConfig([
  queuegen.configs.recommended,
  { plugins: { "@queuegen": queuegen }, rules: { "@queuegen/no-order-by-rand": ["warn", { from: "warning" }] } },
]);
`;

test.each(["eslint-9", "eslint"])("a configuration in TypeScript compiles with the types of %s", async (eslint) => {
  const project = scratchProject();
  mkdirSync(`${project.root}/node_modules/@queuegen`, { recursive: true });
  symlinkSync(here("../../packages/eslint-plugin"), `${project.root}/node_modules/@queuegen/eslint-plugin`);
  symlinkSync(here(`../node_modules/${eslint}`), `${project.root}/node_modules/eslint`);
  project.write("package.json", '{ "type": "module" }\n');
  project.write("eslint.config.ts", CONFIG);
  const compilerOptions = {
    noEmit: true,
    strict: true,
    exactOptionalPropertyTypes: true,
    module: "nodenext",
    target: "es2022",
    types: [],
  };
  project.write("tsconfig.json", JSON.stringify({ compilerOptions, files: ["eslint.config.ts"] }));
  expect(await compile("6", project.root)).toBe("");
});
