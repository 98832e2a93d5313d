import type { Statement } from "../sql/statement.js";
import { sqlLiteral } from "../sql/style.js";
import { commentLine } from "./comments.js";

/** A statement as a property of a generated object. */
export interface StatementView {
  readonly name: string;
  readonly note: string;
  /** Source text of the literal. */
  readonly literal: string;
}

export function statementViews(statements: readonly Statement[]): readonly StatementView[] {
  return statements.map(({ name, note, sql }) => ({ name, note: commentLine(note), literal: sqlLiteral(sql) }));
}
