/**
 * How a process ended, as the rest of a sentence.
 * @param why what is known of it already
 */
export function describeEnd(
  code: number | null,
  signal: NodeJS.Signals | null,
  why: string | undefined,
  maxMemoryMb: number | null,
): string {
  if (why !== undefined) return why;
  if (signal === "SIGKILL") return "was killed by the system or by somebody (SIGKILL)";
  // V8 aborts when its heap is full.
  if (signal === "SIGABRT" && maxMemoryMb !== null) return `ran out of its maxMemoryMb of ${maxMemoryMb}`;
  if (signal !== null) return `was ended by ${signal}`;
  return `ended by itself with exit code ${code}: does the handler call process.exit?`;
}
