// Blanks, comments and opening parentheses; every character has one alternative, so that matching is linear.
const BEFORE = String.raw`^(?:\s|\(|--[^\n]*(?:\n|$)|#[^\n]*(?:\n|$)|\/\*[^]*?\*\/)*`;

const STATEMENT = new RegExp(
  `${BEFORE}(?:${[
    String.raw`select\b[^]*?\bfrom\b`,
    String.raw`with\s+(?:recursive\s+)?[\w\x60]+[^]*?\bas\s*\(\s*select\b`,
    String.raw`update\s[^]{1,400}?\bset\s`,
    String.raw`delete\s+(?:(?:low_priority|quick|ignore)\s+)*(?:[\w\x60.]+\s+)?from\b`,
    String.raw`insert\s+(?:(?:low_priority|delayed|high_priority|ignore)\s+)*into\b`,
    String.raw`replace\s+into\b`,
    String.raw`create\s+(?:or\s+replace\s+|temporary\s+|unique\s+|fulltext\s+)*(?:table|index|procedure|function|trigger|event)\b`,
    String.raw`alter\s+table\b`,
    String.raw`drop\s+(?:temporary\s+)?(?:table|index)\b`,
    String.raw`rename\s+table\b`,
    String.raw`delimiter\s`,
    String.raw`(?:begin(?:\s+work)?|start\s+transaction[\w\s,]*|commit(?:\s+work)?|rollback(?:\s+work)?|set\s+(?:session\s+)?autocommit\s*=\s*\d)\s*(?:;?\s*$|;\s*(?:select|update|insert|delete|with)\s)`,
  ].join("|")})`,
  "i",
);

const CLAUSE = new RegExp(`${BEFORE}(?:order\\s+by|where|and|for\\s+update|limit)\\s`, "i");

/** True for text that starts like a statement: a verb followed by its FROM, SET, INTO or TABLE. */
export function looksLikeStatement(text: string): boolean {
  return STATEMENT.test(text);
}

/** True for text that starts with a clause, as parts of a statement do: `ORDER BY RAND()`. */
export function looksLikeClause(text: string): boolean {
  return CLAUSE.test(text);
}
