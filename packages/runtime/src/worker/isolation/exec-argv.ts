/** Flags that belong to the worker process alone: debug ports, code on the command line, watchers, profiles. */
const OWN = /^(?:--(?:inspect|debug|watch|test|input-type|check|interactive|cpu-prof|heap-prof)|-[ci]$)/;
/** The same, with a value as the next argument. */
const OWN_WITH_VALUE = /^(?:-e|-p|-pe|--eval|--print)$/;
const HEAP = /^--max[-_]old[-_]space[-_]size/;

/**
 * The Node flags for a child process: those of this one, so that loaders such as tsx and `--experimental-strip-types` apply
 * there too, but for what only one process can have.
 */
export function childExecArgv(execArgv: readonly string[], maxMemoryMb: number | null): string[] {
  const kept = execArgv.filter((flag, index) => {
    if (OWN.test(flag) || OWN_WITH_VALUE.test(flag)) return false;
    if (OWN_WITH_VALUE.test(execArgv[index - 1] ?? "")) return false;
    return maxMemoryMb === null || !HEAP.test(flag);
  });
  return maxMemoryMb === null ? kept : [...kept, `--max-old-space-size=${maxMemoryMb}`];
}
