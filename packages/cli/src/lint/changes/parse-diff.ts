/** Lines of a file as it is now, from 1. `gap`: between `start` and the line after it something was taken out. */
export interface ChangedLines {
  readonly start: number;
  /** Inclusive. */
  readonly end: number;
  readonly gap: boolean;
}

/**
 * What a `git diff --unified=0` changes, by path from the top of the repository. Files that are gone have no entry; a file
 * that was renamed has its changes only.
 */
export function parseDiff(diff: string): ReadonlyMap<string, readonly ChangedLines[]> {
  const files = new Map<string, ChangedLines[]>();
  let current: ChangedLines[] | undefined;
  const lines = diff.split("\n");
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]!;
    if (line.startsWith("diff --git ")) current = undefined;
    else if (line.startsWith("+++ ")) {
      const path = pathOf(line.slice(4));
      current = path === undefined ? undefined : [];
      if (path !== undefined && current !== undefined) files.set(path, current);
    } else {
      const hunk = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
      if (hunk === null) continue;
      const [, gone = "1", start = "", come = "1"] = hunk;
      current?.push(toLines(Number(start), Number(come)));
      // What follows are lines of the file, which may look like anything.
      at += linesOf(lines, at + 1, Number(gone) + Number(come));
    }
  }
  return files;
}

/** Number of lines from `from` on that hold `count` lines of the file; git adds some that say there is no line end. */
function linesOf(lines: readonly string[], from: number, count: number): number {
  let [at, left] = [from, count];
  while (left > 0 || lines[at]?.startsWith("\\")) {
    if (!lines[at]?.startsWith("\\")) left -= 1;
    at += 1;
  }
  return at - from;
}

function toLines(start: number, count: number): ChangedLines {
  return count === 0 ? { start, end: start, gap: true } : { start, end: start + count - 1, gap: false };
}

/** `b/src/a.ts`, `"b/a\"b.ts"`, `/dev/null`; git ends a name with blanks in it by a tab. */
function pathOf(text: string): string | undefined {
  const name = text.startsWith('"') ? unquoted(text.slice(1, text.lastIndexOf('"'))) : text.replace(/\t$/, "");
  return name.startsWith("b/") ? name.slice(2) : undefined;
}

const ESCAPES: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

/** As in C; bytes beyond ASCII may be written in octal. */
function unquoted(text: string): string {
  const bytes = [...text.matchAll(/\\([0-7]{3})|\\(.)|([^\\]+)/g)].map(([, octal, escaped, plain]) => {
    if (octal !== undefined) return Buffer.from([Number.parseInt(octal, 8)]);
    return Buffer.from(plain ?? ESCAPES[escaped ?? ""] ?? escaped ?? "");
  });
  return Buffer.concat(bytes).toString("utf8");
}
