import { FORMAT_NAMES, type FormatName } from "@queuegen/migrations/format-names";
import { folder, type Keys, type Kind, listOf, mapOf, oneOf, orNull, path, pattern, section, text } from "./kind.js";

/** What queuegen.json may say; `base` is where the user's sources are: "src", or "." */
export function configKind(base: string): Kind<ConfigFile> {
  const queues = base === "." ? "queues" : `${base}/queues`;
  return section(configKeys(queues));
}

export interface ConfigFile {
  readonly $schema: string;
  readonly schemas: readonly string[];
  readonly generated: string;
  readonly handlers: string;
  readonly worker: string;
  readonly migrations: { readonly dir: string; readonly format: FormatName };
  readonly target: "mysql57" | "mysql80" | "mariadb106";
  readonly importExtension: "js" | "ts" | "none";
  readonly database: string | null;
  readonly tablePrefix: string;
  readonly templates: string | null;
  readonly lint: LintFile;
}

type Level = "off" | "info" | "warning" | "error";

interface LintFile {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly rules: Readonly<Record<string, Level>>;
  readonly tables: Readonly<Record<string, Readonly<Record<string, Level>>>>;
  readonly sinks: readonly string[];
  readonly models: Readonly<Record<string, string>>;
  readonly baseline: string | null;
}

const level = oneOf(["off", "info", "warning", "error"]);

function configKeys(queues: string): Keys<ConfigFile> {
  return {
    $schema: { kind: text, default: "", doc: "Where editors find what this file may say." },
    schemas: {
      kind: listOf(path),
      default: [`${queues}/schemas/**/*.queue.ts`],
      doc: "Globs of the files that declare queues.",
    },
    generated: { kind: folder, default: `${queues}/generated`, doc: "Folder of the generated files." },
    handlers: { kind: path, default: `${queues}/handlers`, doc: "Folder where `add` makes handlers." },
    worker: {
      kind: path,
      default: `${queues}/worker.ts`,
      doc: "The worker entry that `add` makes for the first queue.",
    },
    migrations: {
      kind: section(migrationKeys),
      default: { dir: "migrations", format: "folder" },
      doc: "Where migrations are kept.",
    },
    target: {
      kind: oneOf(["mysql57", "mysql80", "mariadb106"]),
      default: "mysql57",
      doc: "The oldest server that the migrations must run on.",
    },
    importExtension: {
      kind: oneOf(["js", "ts", "none"]),
      default: "js",
      doc: "How generated files import each other: ./table.js, ./table.ts or ./table.",
    },
    database: {
      kind: orNull(
        pattern(
          /^[^#]+\.[cm]?tsx?#[A-Za-z_$][\w$]*$/,
          'a file and the name of an interface in it, such as "src/db.ts#DB"',
        ),
      ),
      default: null,
      doc: "Your Kysely database interface, file#name: handlers get its Transaction.",
    },
    tablePrefix: {
      kind: pattern(/^[A-Za-z_][A-Za-z0-9_]{0,31}$/, "letters, digits and _, at most 32"),
      default: "queuegen_",
      doc: "Starts the names of the support tables.",
    },
    templates: { kind: orNull(path), default: null, doc: "Folder of templates that replace ours by name." },
    lint: { kind: section(lintKeys), default: defaultLint, doc: "What `queuegen lint` reads and how strict it is." },
  };
}

const migrationKeys: Keys<ConfigFile["migrations"]> = {
  dir: { kind: path, default: "migrations", doc: "Folder of the migrations." },
  format: {
    kind: oneOf([...FORMAT_NAMES]),
    default: "folder",
    doc: "Whose file layout migrations are written in; folder: ours, one folder a migration.",
  },
};

const defaultLint: LintFile = {
  include: [],
  exclude: [],
  rules: {},
  tables: {},
  sinks: [],
  models: {},
  baseline: null,
};

const lintKeys: Keys<LintFile> = {
  include: {
    kind: listOf(path),
    default: [],
    doc: "Globs of the files to read; empty: all TypeScript, JavaScript and SQL of the project.",
  },
  exclude: { kind: listOf(path), default: [], doc: "Globs of files to leave out." },
  rules: { kind: mapOf(level), default: {}, doc: "Severity by rule." },
  tables: { kind: mapOf(mapOf(level)), default: {}, doc: "Severity by table and rule." },
  sinks: { kind: listOf(text), default: [], doc: "Names of your own functions that take SQL text." },
  models: { kind: mapOf(text), default: {}, doc: "Table by name of an ORM model." },
  baseline: { kind: orNull(path), default: null, doc: "File of findings that are known and not told." },
};
