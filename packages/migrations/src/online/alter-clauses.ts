/** What an ALTER TABLE does, for tools that carry it out in their own way. */
export interface AlterClauses {
  readonly table: string;
  /** Each on one line, without those that say how the server should do it (ALGORITHM, LOCK). */
  readonly clauses: readonly string[];
}

const HEAD = /^ALTER\s+TABLE\s+(?:`((?:[^`]|``)+)`|([\w$]+))\s+/i;

/** Takes an ALTER TABLE of ours apart; `undefined` for any other statement. */
export function alterClauses(statement: string): AlterClauses | undefined {
  const match = HEAD.exec(statement.trim());
  if (match === null) return undefined;
  const table = (match[1] ?? match[2] ?? "").replaceAll("``", "`");
  const body = statement.trim().slice(match[0].length).replace(/;$/, "");
  const clauses = topLevelParts(body).filter((part) => !/^(?:ALGORITHM|LOCK)\s*=?\s*\w+$/i.test(part));
  return { table, clauses };
}

/** The parts between commas that stand in no parentheses, string, quoted name or comment; versioned comments go. */
function topLevelParts(body: string): readonly string[] {
  const parts: string[] = [];
  let part = "";
  let depth = 0;
  for (const [token] of body.matchAll(TOKEN)) {
    if (token.startsWith("/*")) continue;
    if (token === "(") depth += 1;
    if (token === ")") depth -= 1;
    if (token === "," && depth === 0) {
      parts.push(part.trim());
      part = "";
    } else part += /^\s+$/.test(token) ? " " : token;
  }
  return [...parts, part.trim()].filter((one) => one !== "");
}

const TOKEN = /'(?:[^'\\]|\\[\s\S]|'')*'|"(?:[^"\\]|\\[\s\S]|"")*"|`(?:[^`]|``)*`|\/\*[\s\S]*?\*\/|\s+|[\s\S]/g;
