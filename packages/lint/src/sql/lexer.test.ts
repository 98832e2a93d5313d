import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lex } from "./lexer.js";
import { HOLE } from "./sql-text.js";
import type { TokenKind } from "./token.js";

/** `kind:text` of every token but blanks. */
function shown(text: string, holes: readonly number[] = []): string[] {
  return lex(text, holes)
    .filter((t) => t.kind !== "space")
    .map((t) => `${t.kind}:${t.text}`);
}

describe("lexer", () => {
  it("takes `--` as a comment only before a blank", () => {
    expect(shown("5--1")).toEqual(["number:5", "operator:-", "operator:-", "number:1"]);
    expect(shown("5 -- 1\n2")).toEqual(["number:5", "comment:-- 1", "number:2"]);
    expect(shown("5 --")).toEqual(["number:5", "comment:--"]);
  });

  it("reads the body of a live comment as code", () => {
    expect(shown("/*!80001 SKIP LOCKED */ x")).toEqual([
      "comment:/*!80001",
      "word:SKIP",
      "word:LOCKED",
      "comment:*/",
      "word:x",
    ]);
    expect(shown("/*M!100601 a*/")).toEqual(["comment:/*M!100601", "word:a", "comment:*/"]);
    expect(shown("/* a */ # b")).toEqual(["comment:/* a */", "comment:# b"]);
    expect(shown("/*+ MAX_EXECUTION_TIME(1) */")).toEqual(["hint:/*+ MAX_EXECUTION_TIME(1) */"]);
  });

  it("knows both escapes of a quote", () => {
    expect(shown(`'it''s' 'it\\'s' "a""b" \`a\`\`b\``)).toEqual([
      `string:'it''s'`,
      `string:'it\\'s'`,
      `string:"a""b"`,
      "quoted:`a``b`",
    ]);
  });

  it("tells names that start with a digit from numbers", () => {
    expect(shown("2b 1e5 0x1F 1.5 .5 t.2b")).toEqual([
      "word:2b",
      "number:1e5",
      "number:0x1F",
      "number:1.5",
      "number:.5",
      "word:t",
      "punctuation:.",
      "word:2b",
    ]);
  });

  it("tells placeholders from operators", () => {
    expect(shown("a = ? AND ?? = :name AND @v := 1")).toEqual([
      ...["word:a", "operator:=", "placeholder:?", "word:AND", "placeholder:??", "operator:=", "placeholder::name"],
      ...["word:AND", "variable:@v", "operator::=", "number:1"],
    ]);
  });

  it("makes a token of each hole, also inside a name, but not inside a string", () => {
    expect(shown(`id % ${HOLE}`, [5])).toEqual(["word:id", "operator:%", `hole:${HOLE}`]);
    expect(shown(`task_${HOLE}x`, [5])).toEqual(["word:task_", `hole:${HOLE}`, "word:x"]);
    expect(shown(`'%${HOLE}%'`, [2])).toEqual([`string:'%${HOLE}%'`]);
  });

  it("takes a byte order mark for a blank", () => {
    expect(shown("\uFEFFSELECT 1")).toEqual(["word:SELECT", "number:1"]);
  });

  it("follows DELIMITER", () => {
    expect(shown("DELIMITER //\nBEGIN a; END//\nDELIMITER ;\nb;")).toEqual([
      ...["command:DELIMITER //", "word:BEGIN", "word:a", "operator:;", "word:END", "delimiter://"],
      ...["command:DELIMITER ;", "word:b", "delimiter:;"],
    ]);
    expect(shown("DELIMITER $$\nEND$$")).toEqual(["command:DELIMITER $$", "word:END", "delimiter:$$"]);
  });

  it("loses no character of any input and cuts no two tokens from one place", () => {
    const piece = fc.oneof(
      fc.constantFrom(..."'\"`/*+!#-;:?@%.,()=\\ \n"),
      fc.constantFrom("--", "/*!", "*/", "SELECT", "DELIMITER ;;", "1e", "0x", "2b", HOLE, "é", "\u{1F600}"),
      fc.string({ maxLength: 5 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join("");
        const holes = [...text].length === text.length ? [...text].flatMap((c, i) => (c === HOLE ? [i] : [])) : [];
        const tokens = lex(text, holes);
        expect(tokens.map((t) => t.text).join("")).toBe(text);
        expect(tokens.every((t) => t.end > t.start)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it("ends an unfinished string, comment or name at the end of the text", () => {
    const last = (text: string): TokenKind | undefined => lex(text).at(-1)?.kind;
    expect(["'a", '"a\\', "`a", "/* a", "/*+ a", "@'a"].map(last)).toEqual([
      "string",
      "string",
      "quoted",
      "comment",
      "hint",
      "variable",
    ]);
  });
});
