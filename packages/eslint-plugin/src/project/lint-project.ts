import type { Settings } from "@queuegen/lint";
import type { Diagnostic } from "@queuegen/model";

/** What a file is judged by: the queuegen.json above it and the queues that its project declares. */
export interface LintProject {
  /** Absolute; the working folder where there is no queuegen.json. */
  readonly root: string;
  readonly settings: Settings;
  /** Which files the command reads. */
  readonly choice: { readonly include: readonly string[]; readonly exclude: readonly string[] };
  /** False for bytes in which no rule can find anything. */
  readonly mayMatter: (bytes: Buffer) => boolean;
  /** What is wrong with queuegen.json and the declarations; paths relative to `root`. */
  readonly problems: readonly Diagnostic[];
  /** Text of the files that the declarations were read from, by path relative to `root`. */
  readonly texts: ReadonlyMap<string, string>;
}
