import type { TestProject } from "vitest/node";
import { makeScratchProject } from "./scratch-project.js";

declare module "vitest" {
  interface ProvidedContext {
    /** Folder of the scratch project of this run. */
    faultProject: string;
  }
}

/** Builds the scratch project once for all fault tests of a run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { folder, remove } = await makeScratchProject();
  project.provide("faultProject", folder);
  return remove;
}
