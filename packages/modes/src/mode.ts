import type { ModeDesign } from "@queuegen/model";
import type { PlanFiles } from "./planned-file.js";

/** The whole pure face of a mode: what may be declared, and what is generated for it. */
export interface Mode extends ModeDesign {
  readonly files: PlanFiles;
}
