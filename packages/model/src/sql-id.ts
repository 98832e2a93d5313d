import { isReservedWord } from "./reserved-words.js";

const plain = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** A name as it stands in SQL that people read: quoted only where a server would not take it bare. */
export function sqlId(name: string): string {
  return plain.test(name) && !isReservedWord(name) ? name : sqlIdAlways(name);
}

/** A name in backticks, as DDL writes it. Throws for a name that no quoting makes valid. */
export function sqlIdAlways(name: string): string {
  if (name === "" || name.includes("\0")) throw new TypeError(`not an SQL name: ${JSON.stringify(name)}`);
  return `\`${name.replaceAll("`", "``")}\``;
}
