/** Everything a command touches of the world besides files and databases. Tests drive commands through the built CLI. */
export interface Io {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** True when a person looks at stdout: colours and progress only then. */
  readonly interactive: boolean;
  /** Results. */
  out(text: string): void;
  /** Errors, progress, warnings. */
  err(text: string): void;
  /** Current time; `SOURCE_DATE_EPOCH` wins over the clock. */
  now(): Date;
  /** Fires on the first Ctrl-C or SIGTERM. */
  readonly signal: AbortSignal;
}
