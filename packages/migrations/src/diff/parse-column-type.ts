/** A column type taken apart: `varchar(32) CHARACTER SET ascii COLLATE ascii_bin`. */
export interface ParsedType {
  /** In lower case; `boolean` is what the servers make of it, `tinyint`. */
  readonly base: string;
  /** What stands in parentheses: numbers as they are written, words of an enum as they are quoted. */
  readonly args: readonly string[];
  readonly unsigned: boolean;
  readonly charset: string | undefined;
  readonly collate: string | undefined;
}

export function parseColumnType(type: string): ParsedType {
  const [, word = "", inner = "", rest = ""] = /^(\w+)(?:\(((?:X?'(?:[^']|'')*'|[^'()])*)\))?(.*)$/s.exec(type) ?? [];
  const base = word.toLowerCase();
  return {
    base: base === "boolean" ? "tinyint" : base,
    args: inner.match(/X?'(?:[^']|'')*'|[^,\s]+/g) ?? [],
    unsigned: / unsigned\b/i.test(rest),
    charset: / CHARACTER SET (\w+)/i.exec(rest)?.[1]?.toLowerCase(),
    collate: / COLLATE (\w+)/i.exec(rest)?.[1]?.toLowerCase(),
  };
}

/** The first number in parentheses. */
export function sizeOf({ args }: ParsedType, otherwise = 0): number {
  const size = Number(args[0]);
  return Number.isFinite(size) && args[0] !== undefined ? size : otherwise;
}
