import { defineConfig, type UserConfig } from "tsdown";

/** The private workspace packages are bundled in; of `queuegen` the reader of queuegen.json. */
const workspacePackage = /^(?:@queuegen\/|queuegen(?:\/|$))/;
const conditionNames = ["source", "import", "node", "default"];

const config: UserConfig[] = defineConfig([
  {
    entry: { index: "src/index.ts" },
    format: "esm",
    target: "node20.19",
    platform: "node",
    fixedExtension: false,
    dts: true,
    deps: { alwaysBundle: [workspacePackage], onlyBundle: false },
    // What `docs.url` of each rule leads to.
    copy: [
      { from: "../../docs/rules", to: "dist" },
      { from: "../../docs/how-to/eslint.md", to: "dist" },
    ],
    inputOptions: { resolve: { conditionNames } },
  },
  {
    // Of another format: ESLint's rules cannot wait, and only `require` loads late without waiting.
    entry: { compiler: "src/compiler.ts" },
    format: "cjs",
    target: "node20.19",
    platform: "node",
    clean: false,
    dts: false,
    deps: { alwaysBundle: [workspacePackage], onlyBundle: false },
    inputOptions: { resolve: { conditionNames } },
  },
]);

export default config;
