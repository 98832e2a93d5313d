/** Takes 9 ms to make, and most texts need none. */
let segmenter: Intl.Segmenter | undefined;

// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is meant whole
const ascii = /^[\u0000-\u007F]*$/;

const wide =
  /^(?:\p{Emoji_Presentation}|.*\uFE0F|[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{20000}-\u{3FFFD}])/u;

const zero = /^(?:\p{Mn}|\p{Me}|[\u200B-\u200F\uFEFF])+$/u;

/** What a reader counts as characters: an emoji family is one, a letter with its accent is one. */
export function graphemes(text: string): readonly string[] {
  if (ascii.test(text)) return text.split("");
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** Columns that the text takes in a terminal: two for CJK and emoji, none for marks that join the letter before. */
export function displayWidth(text: string): number {
  if (ascii.test(text)) return text.length;
  return graphemes(text).reduce((sum, cell) => sum + (zero.test(cell) ? 0 : wide.test(cell) ? 2 : 1), 0);
}
