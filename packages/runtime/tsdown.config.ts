import { defineConfig, type UserConfig } from "tsdown";

const config: UserConfig = defineConfig({
  entry: ["src/index.ts", "src/claim.ts", "src/cursor.ts", "src/handler-child.ts"],
  format: "esm",
  platform: "node",
  target: "node20.19",
  fixedExtension: false,
  // The run faces of the modes are private packages: they are part of this one, in JavaScript and in types.
  deps: { alwaysBundle: [/^@queuegen\//] },
  inputOptions: { resolve: { conditionNames: ["source", "import", "node", "default"] } },
  // What a user reads stands in the types; the code is installed on every production machine.
  outputOptions: { comments: { legal: true, annotation: true, jsdoc: false } },
  dts: { resolver: "tsc" },
});

export default config;
