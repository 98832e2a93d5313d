import { splitSql } from "../apply/split-sql.js";

/** One statement of a file and the comment lines before it. */
export interface SqlPart {
  /** Lines as they stand, with their `--`; empty where there are none. */
  readonly comment: readonly string[];
  /** Without its `;`. */
  readonly statement: string;
}

/** A file as its statements with what is said before each. What stands after the last one is dropped. */
export function sqlParts(text: string): readonly SqlPart[] {
  let at = 0;
  return splitSql(text).map((statement) => {
    const start = text.indexOf(statement, at);
    const before = text.slice(at, start);
    at = start + statement.length;
    return { comment: commentLines(before), statement };
  });
}

/** Between two statements stand the `;` of the first, perhaps with a remark on its line, and comments. */
function commentLines(before: string): readonly string[] {
  return before
    .replace(/^[ \t]*;/, "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
