import { createTwoFilesPatch } from "diff";
import { normalizeText } from "./header.js";

/** The hunks of a unified diff, without file names: from what is there (or should be) to the other. */
export function unifiedDiff(from: string, to: string): string {
  const patch = createTwoFilesPatch("", "", normalizeText(from), normalizeText(to), "", "", { context: 3 });
  return patch.slice(Math.max(0, patch.indexOf("@@"))).trimEnd();
}
