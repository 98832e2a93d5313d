import { USAGE } from "../../packages/runtime/src/flags.js";
import type { Argument, DefinedCommand } from "./command-line.js";
import { code, sentence, table } from "./print-table.js";

/** docs/reference/cli.md */
export function printCliReference(commands: readonly DefinedCommand[]): string {
  return [HEAD, ...commands.map(commandSection), WORKER].join("\n\n").concat("\n");
}

function commandSection(command: DefinedCommand): string {
  const rows = [
    ...command.positionals.map(([name, each]) => row(`<${name}>`, each)),
    // What is on by itself is named by the option that turns it off.
    ...command.options.map(([name, each]) => row(each.default === true ? `--no-${name}` : `--${name}`, each)),
  ];
  return [
    `## queuegen ${command.usage}`,
    sentence(command.describe),
    ...(rows.length > 0 ? [table(["argument", "takes", "default", "meaning"], rows)] : []),
    ...(NOTES[command.name] ?? []),
  ].join("\n\n");
}

function row(name: string, options: Argument): readonly string[] {
  // What `--no-x` does stands behind what `--x` does.
  const described = (options.describe ?? "").replace(/^--[a-z-]+: /, "").replace(/^.*; --no-[a-z]+ /, "");
  const meaning = sentence(described).replaceAll("<", "\\<");
  return [code(name), takes(options), code(defaultOf(options)), meaning];
}

function takes({ choices, type, array, coerce }: Argument): string {
  if (coerce !== undefined) return "number";
  const one = choices
    ? choices.map((choice) => code(String(choice))).join(", ")
    : type === "boolean"
      ? ""
      : (type ?? "");
  return array ? `${one}, several` : one;
}

function defaultOf({ default: value }: Argument): string {
  return value === undefined || typeof value === "boolean" || (Array.isArray(value) && value.length === 0)
    ? ""
    : String(value);
}

const HEAD = `# Commands

<!-- Printed from the definitions of the commands. Change those, or test/docs/print-cli-reference.ts, then \`npm run docs\`. -->

\`npx queuegen <command>\`, in the folder of \`queuegen.json\` or below it. \`--help\` after a command prints what stands here,
\`--version\` the version.

| exit code | meaning |
| --- | --- |
| 0 | Fine. |
| 1 | Findings: \`check\` found a difference, \`generate\` left a table without its migration, \`lint\` an error, \`explain\` a slow statement, \`migrate status\` a pending migration, \`migrate drift\` a difference, \`doctor\` an error; \`retry\`, \`release\` and \`cancel\` left a job that was named as it was. |
| 2 | The command line, the configuration, a schema or the environment is wrong, or a change was refused. What and where is printed. |
| 130 | Ended by Ctrl-C. |

| variable | meaning |
| --- | --- |
| \`QUEUEGEN_DATABASE_URL\`, \`DATABASE_URL\` | The database, \`mysql://user:password@host:3306/name\`; the first one that is set counts. \`?ssl-mode=REQUIRED\` encrypts, \`?ssl-mode=VERIFY_IDENTITY\` also checks the certificate. |
| \`QUEUEGEN_DEBUG\` | Set: an unexpected error prints its stack. |
| \`NO_COLOR\` | Set: no colours. They appear only on a terminal anyway. |
| \`SOURCE_DATE_EPOCH\` | Seconds; the time that names of new migrations carry, for reproducible runs. |

A password is never printed and never written to a file.`;

const NOTES: Readonly<Record<string, readonly string[]>> = {
  init: [
    "Looks at `tsconfig.json`, the folders and the lock file, and writes `queuegen.json`, two lines of `.gitattributes` and " +
      "`.github/workflows/queuegen.yml`. Files that are there stay as they are.",
  ],
  add: [
    "Writes the schema, the handler and, for the first queue, the worker: yours from then on, never touched again. Then it " +
      "generates everything, with the create migrations. Without `queuegen.json` it runs `init` first.",
  ],
  generate: [
    "Writes what is missing or out of date below `generated`, removes what no schema asks for any more, and adds the create " +
      "migration of each new queue. A file without queuegen's header is never touched. When a generated file was edited by hand, " +
      "nothing is written, the edit is shown, and the exit code is 2.",
    "A changed table gets no migration here, only the message " +
      "[change-without-migration](../errors/change-without-migration.md) and exit code 1: `queuegen migrate new` writes it.",
    "`--watch` goes on at each change of the schemas, what they import, `queuegen.json` and your templates, and tells what is wrong " +
      "with a schema without ending. It writes no migrations, not even of a new queue: what was saved while it was typed would " +
      "become one. When the schemas are done, run `generate` once without it.",
  ],
  check: [
    "Compares in memory and trusts no hash that is committed. Exit code 1 when a generated file is missing, out of date, edited " +
      "by hand or an orphan, when a migration is missing, or when migrations go two ways. In every diff `-` is what stands on disk and `+` what `generate` would write. What an unchanged project comes to is kept below `node_modules/.cache`; with " +
      "`--no-cache`, which CI should say, all of it is done anew.",
  ],
  lint: [
    "Needs neither `queuegen.json` nor a database. What it finds, and how a finding is silenced: [lint.md](lint.md).",
  ],
  "migrate new": [
    "Compares the schemas with the snapshots of the last migrations, never with a database, and writes one migration for each " +
      "queue whose table differs: `up.sql`, `down.sql`, `snapshot.json`. Nothing to write is fine. What loses something, or makes the " +
      "server copy the table, is refused with exit code 2 until it is allowed: [change a queue](../how-to/change-a-queue.md).",
  ],
  "migrate rebase": [
    "For migrations that go two ways since branches were merged ([branches](../how-to/branches.md)): removes those of the way that " +
      "began later and writes what is left to do anew on top of the other one, by the merged schemas. What was edited by hand is refused " +
      "with the difference unless `--force`; what the database of `--url` has applied stays.",
  ],
  "migrate up": [
    "Runs what is pending, in the order of the names, statement by statement; a run that broke off is resumed. One run " +
      "at a time holds a lock of the server. A statement that finds its table in use for longer than `--lock-timeout` gives up, so that " +
      "nobody waits behind it, and is tried again after a pause, `--lock-tries` times; who holds the table is printed.",
    "A team with a migration runner of its own applies the same `up.sql` files with that and leaves this command alone.",
  ],
  "migrate down": [
    "A table with rows in it is dropped only with `--allow-destructive drop-table`, a column of one with `--allow-destructive drop-column`.",
  ],
  "migrate status": ["Changes nothing."],
  "migrate drift": [
    "Changes nothing. Compares every table, those that all queues share among them, with the snapshots of the migrations that are applied, " +
      "and the ledger with the directory; prints what differs, and the statements that would mend it. Without a ledger, where another tool " +
      "runs the migrations, all of them are taken for applied. Comments and the order of columns are told and do not count.",
  ],
  "migrate resolve": [
    "Changes the ledger alone, by your word; who said what and when stays in it. What makes no sense is refused with the ledger's view. " +
      "When to use it: [mend a migration by hand](../how-to/mend-a-migration.md).",
  ],
  explain: [
    "Runs EXPLAIN for every generated statement, and the statement itself in a transaction that is rolled back, to count the rows it " +
      "reads; for that moment it locks up to 20 rows. Fails on a full scan, a filesort, a temporary table, the wrong index, or more rows read than twice the limit and five.",
  ],
  stats: [
    "Changes nothing, and stays cheap on any table: counts come from the index and end at 10,000. How to read it, and all that follows: " +
      "[operate a queue](../how-to/operate.md).",
  ],
  inspect: ["Changes nothing. An id that is not there is exit code 2."],
  retry: [
    "Pages of 500 rows with a pause between; Ctrl-C stops between two of them. A job that runs or is done is never touched.",
  ],
  release: [
    "Without `--force` only what two looks, more than a heartbeat interval apart, find past its lease with the same claim. The attempt counts. " +
      "With `--force` the job may run twice at the same time; what its former worker writes back is refused.",
  ],
  cancel: ["Their error is `cancelled`; `retry` takes it back."],
  pause: ["Every worker process follows within two seconds. What runs is finished."],
  concurrency: [
    "Every worker process follows within two seconds. More than `worker.maxConcurrency` of the schema is refused. What `--global` promises and " +
      "costs: [more or fewer at once](../how-to/operate.md#more-or-fewer-at-once).",
  ],
  purge: ["As the workers do by themselves every ten minutes. Rows whose retention is `null` stay."],
  push: [
    "All of the jobs or none. What does not fit is told with its place: [payload-refused](../errors/payload-refused.md). The job is seen by workers at " +
      "their next look, a quarter of a second later at the most.",
  ],
  doctor: [
    "Writes nothing and reads a bounded number of rows. What each finding means: [look over a database](../how-to/doctor.md).",
  ],
};

const WORKER = `## A worker

The command line of your worker, \`node dist/queues/worker.js\`, is read by \`runWorker\` and belongs to it:

\`\`\`text
${USAGE}
\`\`\`

Its exit codes and variables: [runtime.md](runtime.md#exit-codes).`;
