/** Parts that several statements of a file share: named constants in generated files, plain text for the server. */
export type PartName = "NOW_MS" | "JOB" | "CLAIM" | "RECLAIM";

/** How SQL text is written for the place it stands in. */
export interface SqlStyle {
  /** A shared part where a statement uses it. */
  readonly part: (name: PartName, text: string) => string;
}

/** SQL as the server takes it. */
export const serverSql: SqlStyle = { part: (_name, text) => text };

/** SQL for a generated file, which declares the parts as constants; `sqlLiteral` turns it into source text. */
export const sourceSql: SqlStyle = { part: (name) => `${open}${name}${close}` };

/** Private-use characters, which no name or literal of ours contains. */
const open = "\uE000";
const close = "\uE001";

/** SQL in `sourceSql` style as a template literal: always, since formatters move a long plain string to a line of its own. */
export function sqlLiteral(sql: string): string {
  return `\`${templateText(sql).replaceAll(open, "${").replaceAll(close, "}")}\``;
}

/** Text that a template literal yields unchanged. */
function templateText(text: string): string {
  return text.replace(/[\\`]|\$(?=\{)/g, "\\$&");
}
