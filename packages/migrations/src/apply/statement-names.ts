/** A name in backticks, or a plain word that no database name is put before. */
const NAME = "(?:`((?:[^`]|``)+)`|([\\w$]+)(?![\\w$]))(?!\\s*\\.)";
const CREATE = new RegExp(`^CREATE\\s+TABLE\\s+(?!IF\\s)${NAME}`, "i");
const DROP = new RegExp(`^DROP\\s+TABLE\\s+(?:IF\\s+EXISTS\\s+)?${NAME}$`, "i");
const DROP_COLUMN = new RegExp(`\\bDROP\\s+COLUMN\\s+(?:IF\\s+EXISTS\\s+)?${NAME}`, "gi");
const REPEATABLE =
  /^(?:CREATE\s+TABLE\s+IF\s+NOT\s+EXISTS|CREATE\s+OR\s+REPLACE\s+(?!TABLE)|DROP\s+\w+\s+IF\s+EXISTS|DO\s+0$)/i;
const CHANGES: readonly RegExp[] = [
  new RegExp(`^ALTER\\s+(?:ONLINE\\s+|IGNORE\\s+)*TABLE\\s+(?:IF\\s+EXISTS\\s+)?${NAME}`, "i"),
  new RegExp(`^CREATE\\s+(?:OR\\s+REPLACE\\s+)?(?:\\w+\\s+)?INDEX\\s[^(]*?\\sON\\s+${NAME}`, "i"),
  new RegExp(`^DROP\\s+INDEX\\s.*?\\sON\\s+${NAME}`, "is"),
  new RegExp(`^RENAME\\s+TABLE\\s+${NAME}\\s+TO\\s+${NAME}$`, "i"),
];

/** Name of the table that a statement creates, which fails where the table is there. */
export function createdTable(statement: string): string | undefined {
  return firstName(CREATE, statement);
}

/** A CREATE TABLE as one of a temporary table of another name. */
export function asTemporary(statement: string, quotedName: string): string {
  return statement.replace(CREATE, () => `CREATE TEMPORARY TABLE ${quotedName}`);
}

/** Name of the table that a statement drops, when it is one alone. */
export function droppedTable(statement: string): string | undefined {
  return firstName(DROP, statement);
}

/** Name of the one table whose definition a statement changes, renames among them. */
export function changedTable(statement: string): string | undefined {
  for (const pattern of CHANGES) {
    const name = firstName(pattern, statement);
    if (name !== undefined) return name;
  }
  return undefined;
}

/** Names of the columns that an ALTER TABLE drops by DROP COLUMN. */
export function droppedColumns(statement: string): readonly string[] {
  const code = statement.replace(/'(?:[^'\\]|\\.|'')*'/gs, "''");
  return [...code.matchAll(DROP_COLUMN)].map(([, quoted, bare]) => (quoted ?? bare ?? "").replaceAll("``", "`"));
}

/** Whether a statement does no harm when it is sent a second time after it took effect. */
export function isRepeatable(statement: string): boolean {
  return REPEATABLE.test(statement);
}

/** Whether a statement changes rows only, so that a transaction can take it back. */
export function changesRows(statement: string): boolean {
  return /^(?:INSERT|UPDATE|DELETE|REPLACE)\b/i.test(statement);
}

function firstName(pattern: RegExp, statement: string): string | undefined {
  const [, quoted, bare] = pattern.exec(statement) ?? [];
  return (quoted ?? bare)?.replaceAll("``", "`");
}
