import type { Edit } from "./fix.js";

/** The text with all edits made. They must not overlap; of two at one place the earlier of the list comes first. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { span, text: added } of [...edits].sort((a, b) => a.span.start - b.span.start)) {
    parts.push(text.slice(at, span.start), added);
    at = span.end;
  }
  parts.push(text.slice(at));
  return parts.join("");
}
