/** A predicate for paths with forward slashes. Knows `**`, `*`, `?` and `{a,b}`; a folder's name stands for all in it. */
export function globMatcher(globs: readonly string[]): (path: string) => boolean {
  const patterns = globs.map(
    (glob) => new RegExp(`^(?:${toPattern(glob.replace(/^\.\//, "").replace(/\/$/, ""))})(?:/.*)?$`),
  );
  return (path) => patterns.some((pattern) => pattern.test(path));
}

const TOKENS = /\*\*\/|\*\*|\*|\?|\{[^{}]*\}|[^*?{]+|\{/g;

function toPattern(glob: string): string {
  return (glob.match(TOKENS) ?? []).map(toPart).join("");
}

function toPart(token: string): string {
  if (token === "**/") return "(?:.*/)?";
  if (token === "**") return ".*";
  if (token === "*") return "[^/]*";
  if (token === "?") return "[^/]";
  if (token.startsWith("{") && token.endsWith("}"))
    return `(?:${token.slice(1, -1).split(",").map(toPattern).join("|")})`;
  return token.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
