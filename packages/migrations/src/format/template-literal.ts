/** SQL as a template literal of TypeScript, lines as they are. */
export function templateLiteral(text: string): string {
  return `\`${text.replace(/\\|`|\$\{/g, "\\$&")}\``;
}

/** The text of a template literal, `undefined` where it holds a `${...}` or an escape that we do not write. */
export function templateText(source: string): string | undefined {
  const inner = source.slice(1, -1);
  if (/^(?:[^\\$]|\$(?!\{)|\\[\\`$])*$/.test(inner)) return inner.replace(/\\([\\`$])/g, "$1");
  return undefined;
}
