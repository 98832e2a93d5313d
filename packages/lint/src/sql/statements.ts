import { isCode, type Token } from "./token.js";

/** Cuts the tokens of a text into statements, each with its code tokens only; empty ones are left out. */
export function splitStatements(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const statements: Token[][] = [];
  let current: Token[] = [];
  const end = () => {
    if (current.length > 0) statements.push(current);
    current = [];
  };
  for (const token of tokens) {
    // Under another DELIMITER a `;` still ends the inner statements of a procedure's body.
    if (token.kind === "delimiter" || token.text === ";") end();
    else if (isCode(token)) current.push(token);
  }
  end();
  return statements;
}
