/** Who may import whom: one row a part of the repository. The first row whose folder holds a file judges that file. */
export interface Boundary {
  /** Name of the part, for messages. */
  readonly part: string;
  /** Which files: a prefix of the path, or a pattern. */
  readonly files: string | RegExp;
  /** Packages that its files may load, with their subpaths where only these are meant. */
  readonly may: readonly string[];
  /** Packages of which it may use types: the clients that users bring. */
  readonly mayForTypes?: readonly string[];
  /** False: pure code. It must not reach for files, processes or the network. */
  readonly io: boolean;
}

const DESIGN_SIDE = ["@queuegen/model", "@queuegen/modes"];

export const BOUNDARIES: readonly Boundary[] = [
  { part: "model", files: "packages/model/src/", may: [], io: false },
  {
    part: "run faces of the modes",
    files: /^packages\/modes\/src\/[^/]+\/run(?:\/|\.ts$)/,
    may: ["@queuegen/runtime/internal"],
    io: false,
  },
  { part: "design faces of the modes", files: "packages/modes/src/", may: ["@queuegen/model"], io: false },
  {
    part: "mode entries of the runtime",
    files: /^packages\/runtime\/src\/(?:claim|cursor|stream|delay)\.ts$/,
    may: [
      "@queuegen/modes/claim/run",
      "@queuegen/modes/cursor/run",
      "@queuegen/modes/stream/run",
      "@queuegen/modes/delay/run",
    ],
    io: false,
  },
  { part: "runtime", files: "packages/runtime/src/", may: [], mayForTypes: ["kysely", "mysql2", "ioredis"], io: true },
  { part: "reader", files: "packages/reader/src/", may: ["@queuegen/model", "ts-morph"], io: true },
  {
    part: "generator",
    files: "packages/generator/src/",
    may: [...DESIGN_SIDE, "@queuegen/templates", "handlebars", "diff"],
    io: false,
  },
  { part: "migration runner", files: "packages/migrations/src/apply/", may: [...DESIGN_SIDE, "mysql2"], io: true },
  { part: "migrations", files: "packages/migrations/src/", may: DESIGN_SIDE, mayForTypes: ["mysql2"], io: true },
  { part: "lint", files: "packages/lint/src/", may: [...DESIGN_SIDE, "@queuegen/reader", "ts-morph"], io: true },
  {
    part: "cli",
    files: "packages/cli/src/",
    may: [
      ...DESIGN_SIDE,
      ...["@queuegen/reader", "@queuegen/generator", "@queuegen/templates", "@queuegen/migrations", "@queuegen/lint"],
      // `push` enqueues with the checks of the generated producers.
      "@queuegen/runtime/produce",
      ...["yargs", "kysely", "mysql2", "diff", "picocolors", "tinyglobby"],
    ],
    io: true,
  },
  {
    part: "eslint plugin",
    files: "packages/eslint-plugin/src/",
    may: [
      ...["@queuegen/model", "@queuegen/modes", "@queuegen/reader", "@queuegen/lint", "ts-morph"],
      // It reads queuegen.json as the command does.
      "queuegen/config",
    ],
    mayForTypes: ["eslint"],
    io: true,
  },
  { part: "templates", files: "templates/", may: ["@queuegen/templates"], io: true },
  { part: "schemas", files: "schemas/", may: ["queuegen"], io: false },
];

/** Tests and what only tests use may load these besides. */
export const FOR_TESTS: readonly string[] = [
  "vitest",
  "fast-check",
  "node-sql-parser",
  "@microsoft/jest-sarif",
  "@xmldom/xmldom",
  "ajv-draft-04",
  "ajv-formats",
];
