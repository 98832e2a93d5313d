import type { FormatName } from "@queuegen/migrations";

/** `queuegen.json` with every default filled in. Paths are relative to `root`, with forward slashes. */
export interface Config {
  /** Absolute folder of `queuegen.json` (or the working folder where there is none). */
  readonly root: string;
  /** Absolute path of the file, `undefined` where there is none. */
  readonly file: string | undefined;
  /** Globs of the schema files. */
  readonly schemas: readonly string[];
  readonly generated: string;
  readonly handlers: string;
  readonly worker: string;
  readonly migrations: { readonly dir: string; readonly format: FormatName };
  readonly target: "mysql57" | "mysql80" | "mariadb106";
  readonly importExtension: "js" | "ts" | "none";
  /** `src/db.ts#DB`: the user's Kysely database interface. */
  readonly database: string | undefined;
  readonly tablePrefix: string;
  readonly templates: string | undefined;
  readonly lint: LintConfig;
}

export interface LintConfig {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly rules: Readonly<Record<string, "off" | "info" | "warning" | "error">>;
  readonly tables: Readonly<Record<string, Readonly<Record<string, "off" | "info" | "warning" | "error">>>>;
  readonly sinks: readonly string[];
  readonly models: Readonly<Record<string, string>>;
  /** Relative to `root`. */
  readonly baseline: string | null;
}

export { loadConfig, requireConfig } from "./config/load-config.js";
