import type { Severity } from "@queuegen/model";
import type { LockHold, ReadThenSave, StatementFact } from "./facts/code.js";
import type { JobCode, WorkLoop } from "./facts/program.js";
import type { Project } from "./facts/project.js";
import type { RedisFlow, RedisScript } from "./facts/redis.js";
import type { Scope } from "./facts/scope.js";
import type { Place, PlacedChange, TableSchema } from "./facts/table-schema.js";
import type { Fix } from "./fix/fix.js";
import type { Span } from "./source.js";

/** A regular expression in lower case, matched against the bytes of a file in lower case; of several all must occur, the rarest word first. */
export type Trigger = string | readonly string[];

export interface RuleMeta {
  /** Its only id: kebab words that say the anti-pattern. */
  readonly name: string;
  /** One sentence, for lists of rules. */
  readonly summary: string;
  /** By what the statement or table has to do with queues. */
  readonly severity: Readonly<Record<Scope["kind"], Severity | "off">>;
  /** Where none of them occurs in a file, the rule can find nothing there. A file without a trigger of any rule is not parsed. */
  readonly triggers: readonly Trigger[];
  /** Only all files of a project together tell: not offered where one file is seen at a time, as in an editor. */
  readonly wholeProject?: true;
}

/** What a rule has found, before severity and suppressions are decided. */
export interface Report {
  readonly at: Place;
  /** The statement of the program around it: a suppression above that one counts too. */
  readonly outer?: Span;
  readonly scope: Scope["kind"];
  /** For per-table severities. */
  readonly table: string | undefined;
  /** Where it differs from the rule's own. */
  readonly severity?: Severity;
  readonly message: string;
  /** What to write instead. */
  readonly help: string;
  readonly related?: readonly { readonly message: string; readonly at: Place }[];
  /** In the file of `at`. Safe: `--fix` applies it without asking, so it must not change what a correct program does. */
  readonly fix?: Fix | undefined;
  /** In the file of `at`. Shown and offered by editors, never applied unasked. */
  readonly suggestions?: readonly Fix[];
}

/** One rule. It looks at facts, one at a time, and returns what it finds; it never prints, reads files or throws. */
export interface Rule {
  readonly meta: RuleMeta;
  readonly statement?: (fact: StatementFact, project: Project) => readonly Report[];
  readonly hold?: (hold: LockHold, project: Project) => readonly Report[];
  readonly save?: (save: ReadThenSave, project: Project) => readonly Report[];
  readonly table?: (table: TableSchema, project: Project) => readonly Report[];
  readonly flow?: (flow: RedisFlow, project: Project) => readonly Report[];
  readonly loop?: (loop: WorkLoop, project: Project) => readonly Report[];
  readonly job?: (job: JobCode, project: Project) => readonly Report[];
  readonly script?: (script: RedisScript, project: Project) => readonly Report[];
  readonly change?: (change: PlacedChange, project: Project) => readonly Report[];
}
