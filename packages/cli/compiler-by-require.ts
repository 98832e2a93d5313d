import type { Rolldown } from "tsdown";

const COMPILER = "\0compiler";

const CODE = `
import { createRequire } from "node:module";
const installed = createRequire(import.meta.url).resolve("ts-morph");
export const { ts } = createRequire(installed)("@ts-morph/common");
`;

/**
 * Of ts-morph the command uses the compiler alone, which is in a package of its own. And it is loaded by `require`: for an
 * `import` Node looks through the 9 MB first, for the names they may export. Both together save a third of the time.
 */
export const compilerByRequire: Rolldown.Plugin = {
  name: "compiler-by-require",
  resolveId: { order: "pre", handler: (id) => (id === "ts-morph" ? { id: COMPILER, external: false } : null) },
  load: (id) => (id === COMPILER ? CODE : null),
};
