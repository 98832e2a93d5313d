import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

let loaded: typeof import("./compiler.js") | undefined;

/** Loads the TypeScript compiler the first time, which takes about half a second. */
export function loadCompiler(): typeof import("./compiler.js") {
  // The same from `src` and from `dist`.
  loaded ??= require("../dist/compiler.cjs") as typeof import("./compiler.js");
  return loaded;
}
