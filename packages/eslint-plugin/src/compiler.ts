/** All that needs the TypeScript compiler: a file of its own in the build, loaded with the first file that has to be parsed. */
export { readCode } from "@queuegen/lint/read-code";
export { modesFor } from "@queuegen/modes";
export { readQueues } from "@queuegen/reader";
export { findFilesByGlob } from "./project/find-files-by-glob.js";
