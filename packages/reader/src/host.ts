/**
 * The files that the reader may look at. Paths are relative to the project root, with forward slashes; they may lead
 * out of it (`../schemas/notify.queue.ts`).
 */
export interface ReaderHost {
  /** `undefined` where there is no such file. Other failures (no permission) throw. */
  readFile(path: string): string | undefined;
  fileExists(path: string): boolean;
}
