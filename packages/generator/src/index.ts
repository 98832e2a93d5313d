export { templates } from "@queuegen/templates";
export { compare, type Difference } from "./compare.js";
export { type FileSet, fileSet } from "./file-set.js";
export { readHeader } from "./header.js";
export { planFiles } from "./plan-files.js";
export {
  adoptedSchemaScaffold,
  handlerPath,
  handlerScaffold,
  type NewQueue,
  type Scaffold,
  schemaScaffold,
  workerLines,
  workerScaffold,
} from "./scaffold.js";
export type { GenerateSettings } from "./settings.js";
export { unifiedDiff } from "./unified-diff.js";
