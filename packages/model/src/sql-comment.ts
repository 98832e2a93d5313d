import { isStorable } from "./build/column-default.js";

/**
 * JSDoc as an SQL comment: its first paragraph on one line, cut at `max` characters (1024 for a column, 2048 for a
 * table). Characters that a server would turn into `?` are turned here, so that the text in the database equals ours.
 */
export function sqlComment(doc: string | undefined, max: number): string | undefined {
  const [paragraph = ""] = (doc ?? "").trim().split(/\r?\n\s*\r?\n|\r?\n(?=\s*@)/);
  const line = paragraph.startsWith("@") ? "" : paragraph.replace(/\s+/g, " ").trim();
  if (line === "") return undefined;
  const kept = isStorable(line) ? line : Array.from(line, (char) => (isStorable(char) ? char : "?")).join("");
  return kept.length <= max ? kept : `${kept.slice(0, max - 1)}…`;
}
