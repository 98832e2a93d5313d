import type { ModeDesign } from "@queuegen/model";
import { claimChecks } from "./checks.js";
import { claimColumns, claimIndexes } from "./columns.js";
import { claimOptions } from "./options.js";

/** What the declaration of a claim queue may say, and the table it makes. */
export const claimDeclaration: ModeDesign = {
  name: "claim",
  options: claimOptions,
  columns: claimColumns,
  indexes: claimIndexes,
  checks: claimChecks,
};
