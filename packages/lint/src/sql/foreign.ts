import { lex } from "./lexer.js";

/** Words that only MySQL and MariaDB have: a text with one of them is ours, whatever else stands in it. */
const OURS =
  /`|\bauto_increment\b|\bengine\s*=|\bunsigned\b|\bunix_timestamp\s*\(|\b(?:force|use|ignore)\s+index\b|\bon\s+duplicate\s+key\b|\block\s+in\s+share\s+mode\b|\bdelimiter\s/i;

/** What no MySQL or MariaDB would read: placeholders, casts, types and statements of PostgreSQL, SQLite and SQL Server. */
const THEIRS = new RegExp(
  [
    String.raw`(?:[=<>(,]|\b(?:in|any|limit|offset|values?|like))\s*\$\d+(?!\w)`,
    String.raw`[\w)'"\]]::\s*[a-z]`,
    String.raw`\b(?:timestamptz|jsonb|bigserial|plpgsql|ilike|nvarchar|autoincrement)\b`,
    String.raw`\bgen_random_uuid\s*\(|\buuid_generate_v\d\s*\(|\bgetdate\s*\(|\bidentity\s*\(\s*\d`,
    String.raw`\bon\s+conflict\b|\bcreate\s+extension\b|^\s*pragma\s`,
    String.raw`\binterval\s+'\d+\s*[a-z]+'`,
    String.raw`\btimestamp\s+with(?:out)?\s+time\s+zone\b|\btext\s+(?:not\s+null\s+)?primary\s+key\b`,
  ].join("|"),
  "im",
);

/** True for SQL of another database: it is not ours to judge. */
export function isForeignSql(text: string): boolean {
  return THEIRS.test(text) && !OURS.test(text) && THEIRS.test(withoutData(text));
}

/** Without comments and what strings hold: a payload may speak of jsonb, an address has `::`. */
function withoutData(text: string): string {
  const kept = lex(text).map(({ kind, text: own }) => {
    if (kind === "comment") return " ";
    return kind === "string" && !/^'\d+\s*[a-z]+'$/i.test(own) ? "''" : own;
  });
  return kept.join("");
}
