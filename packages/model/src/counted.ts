/** `1 file`, `3 files`; `many` where the plural has no plain s. */
export function counted(n: number, one: string, many: string = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`;
}
