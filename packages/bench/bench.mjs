// Builds what is measured and the bench itself, then runs it: `npm run bench -- --help`.
import { build } from "./build.mjs";

await build();
await import("./dist/main.js");
