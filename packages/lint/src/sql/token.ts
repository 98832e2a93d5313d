export type TokenKind =
  | "space"
  /** Also the opening and the closing of a live comment, whose body is lexed as code. */
  | "comment"
  /** An optimizer hint: `/*+ ... *\/`. */
  | "hint"
  | "word"
  /** An identifier in backticks. */
  | "quoted"
  | "string"
  | "number"
  /** `?`, `??`, `:name` */
  | "placeholder"
  /** Something the program puts in. */
  | "hole"
  /** `@x`, `@@x` */
  | "variable"
  | "operator"
  /** One of `( ) , .` */
  | "punctuation"
  /** What ends a statement: `;`, or what DELIMITER has set. */
  | "delimiter"
  /** The client's own line `DELIMITER //`. */
  | "command";

/** A run of SQL text. The tokens of a text follow each other without a gap: put together they are the text. */
export interface Token {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Of an unquoted word the word in upper case, else empty. */
  readonly word: string;
}

/** What a reader of clauses looks at: everything but blanks, comments, hints and commands. */
export function isCode(token: Token): boolean {
  return token.kind !== "space" && token.kind !== "comment" && token.kind !== "hint" && token.kind !== "command";
}

/** True for an unquoted word that spells one of `words` (given in upper case). */
export function isWord(token: Token | undefined, ...words: readonly string[]): boolean {
  return token !== undefined && token.word !== "" && words.includes(token.word);
}

export function isMark(token: Token | undefined, text: string): boolean {
  return token?.kind === "punctuation" && token.text === text;
}
