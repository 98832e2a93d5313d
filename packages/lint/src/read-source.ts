import type { FileFacts } from "./facts/code.js";
import { NO_PROGRAM } from "./facts/program.js";
import { NO_REDIS } from "./facts/redis.js";
import { positionAt, type Source, toSource } from "./source.js";
import { readSqlFile } from "./sql/read-file.js";

export interface ReadSource {
  readonly facts: FileFacts;
  /** Where the parser stumbled; what could be read is judged all the same. */
  readonly problem: string | undefined;
}

/**
 * Reads a source file by its ending. Loads the TypeScript compiler with the first file that needs it. `sinks` are
 * functions of the user's own that take SQL text: `runQuery`, or `runQuery#1` where it is the second argument.
 */
export async function readSource(path: string, text: string, sinks: readonly string[] = []): Promise<ReadSource> {
  const source = toSource(path, text);
  if (/\.sql$/i.test(path)) return { facts: readSqlFile(source), problem: undefined };
  const { readCode } = await import("./ts/read-code.js");
  try {
    const { facts, syntaxError } = readCode(source, sinks);
    return { facts, problem: syntaxError && syntaxProblem(source, syntaxError) };
  } catch (error) {
    // Code nested ten thousand deep exhausts the stack, also that of the compiler.
    if (!(error instanceof RangeError)) throw error;
    return {
      facts: { source, statements: [], holds: [], saves: [], changes: [], redis: NO_REDIS, program: NO_PROGRAM },
      problem: "nested too deeply to be read",
    };
  }
}

function syntaxProblem(source: Source, { message, offset }: { message: string; offset: number }): string {
  const { line, column } = positionAt(source, offset);
  return `syntax error at ${line}:${column}: ${message}`;
}
