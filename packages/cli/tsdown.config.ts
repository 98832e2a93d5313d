import { defineConfig } from "tsdown";
import { buildId } from "./build-id.js";
import { compilerByRequire } from "./compiler-by-require.js";

/** The private workspace packages are bundled in; what npm installs stays outside. */
const workspacePackage = /^@queuegen\/(generator|lint|migrations|model|modes|reader|runtime|templates)(\/|$)/;

export default defineConfig([
  {
    entry: { main: "src/main.ts" },
    format: "esm",
    target: "node20.19",
    platform: "node",
    fixedExtension: false,
    dts: false,
    hash: false,
    define: { QUEUEGEN_BUILD: JSON.stringify(buildId()) },
    plugins: [compilerByRequire],
    // What `queuegen lint --doc` prints.
    copy: [{ from: "../../docs/rules", to: "dist" }],
    deps: { alwaysBundle: [workspacePackage], onlyBundle: false },
    inputOptions: {
      moduleTypes: { ".hbs": "text" },
      resolve: { conditionNames: ["source", "import", "node", "default"] },
    },
  },
  {
    entry: { index: "src/index.ts" },
    format: "esm",
    target: "node20.19",
    platform: "node",
    fixedExtension: false,
    clean: false,
    dts: true,
    deps: { alwaysBundle: [workspacePackage], onlyBundle: false },
    inputOptions: { resolve: { conditionNames: ["source", "import", "node", "default"] } },
  },
]);
