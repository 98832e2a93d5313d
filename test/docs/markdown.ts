/** A fenced block of a page. */
export interface Block {
  /** First word after the fence: `ts`, `sh`, `sql`; "" where there is none. */
  readonly language: string;
  /** The words after it: ```` ```ts wrong ````. */
  readonly words: readonly string[];
  readonly text: string;
  /** Of the opening fence, from 1. */
  readonly line: number;
  /** Text of the nearest heading above. */
  readonly heading: string;
}

export interface Link {
  readonly target: string;
  readonly line: number;
}

/** A code span in running text. */
export interface Span {
  readonly text: string;
  readonly line: number;
}

/** What the tests ask of a page. */
export interface Page {
  readonly blocks: readonly Block[];
  readonly links: readonly Link[];
  readonly spans: readonly Span[];
  /** What `#...` may say, as GitHub makes it of the headings. */
  readonly anchors: ReadonlySet<string>;
}

const FENCE = /^( *)(`{3,})([^`]*)$/;

export function parsePage(text: string): Page {
  const blocks: Block[] = [];
  const prose: string[] = [];
  const headings: string[] = [];
  let open:
    | { readonly fence: string; readonly info: string; readonly line: number; readonly body: string[] }
    | undefined;
  for (const [index, line] of text.split("\n").entries()) {
    const [, , fence = "", info = ""] = FENCE.exec(line) ?? [];
    prose.push(open || fence ? "" : line);
    if (open && fence.length >= open.fence.length && info.trim() === "") {
      blocks.push(toBlock(open.info, open.body, open.line, headings.at(-1) ?? ""));
      open = undefined;
    } else if (open) open.body.push(line);
    else if (fence) open = { fence, info, line: index + 1, body: [] };
    else if (/^#{1,6} /.test(line)) headings.push(line.replace(/^#+ /, "").trim());
  }
  if (open) throw new Error(`the block that starts in line ${open.line} does not end`);
  return { blocks, links: linksOf(prose), spans: spansOf(prose), anchors: anchorsOf(headings) };
}

function toBlock(info: string, body: readonly string[], line: number, heading: string): Block {
  const [language = "", ...words] = info.trim().split(/\s+/);
  return { language, words, text: body.map((each) => `${each}\n`).join(""), line, heading };
}

function linksOf(prose: readonly string[]): readonly Link[] {
  return prose.flatMap((line, index) =>
    [...line.replaceAll(/`[^`]*`/g, "").matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => ({
      target,
      line: index + 1,
    })),
  );
}

/** Spans may be broken over two lines. */
function spansOf(prose: readonly string[]): readonly Span[] {
  const text = prose.join("\n");
  return [...text.matchAll(/(`+)([^`]+?)\1/g)].map((match) => ({
    text: (match[2] ?? "").replace(/\s+/g, " ").trim(),
    line: text.slice(0, match.index).split("\n").length,
  }));
}

function anchorsOf(headings: readonly string[]): ReadonlySet<string> {
  const seen = new Map<string, number>();
  return new Set(
    headings.map((heading) => {
      const slug = heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\p{M} _-]/gu, "")
        .replaceAll(" ", "-");
      const times = seen.get(slug) ?? 0;
      seen.set(slug, times + 1);
      return times === 0 ? slug : `${slug}-${times}`;
    }),
  );
}
