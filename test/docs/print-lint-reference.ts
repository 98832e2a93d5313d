import { META_RULES, META_SEVERITY, needsWholeProject, RULES } from "@queuegen/lint";
import { code, table } from "./print-table.js";

/** docs/reference/lint.md */
export function printLintReference(): string {
  const link = (name: string): string => `[${name}](../rules/${name}.md)`;
  const rules = RULES.map(({ meta }) => [link(meta.name), ...Object.values(meta.severity).map(code), meta.summary]);
  const scopes = Object.keys(RULES[0]?.meta.severity ?? {});
  const metas = Object.entries(META_RULES).map(([name, summary]) => [
    link(name),
    code(META_SEVERITY[name as keyof typeof META_SEVERITY]),
    summary,
  ]);
  return [
    HEAD,
    table(["rule", ...scopes.map((scope) => SCOPES[scope] ?? scope), "what is wrong"], rules),
    `Only all files of a project together tell ${listed(RULES.filter(needsWholeProject).map(({ meta }) => meta.name))}: these are not in [ESLint](../how-to/eslint.md).`,
    "About suppressions, and about what was not looked at:",
    table(["rule", "severity", "what is wrong"], metas),
    TAIL,
  ]
    .join("\n\n")
    .concat("\n");
}

function listed(names: readonly string[]): string {
  const all = names.map(code);
  return [...all.slice(0, -2), all.slice(-2).join(" and ")].join(", ");
}

const SCOPES: Readonly<Record<string, string>> = {
  queue: "on a queue",
  work: "in a statement that takes work",
  elsewhere: "elsewhere",
};

const HEAD = `# The linter

<!-- Printed from the rules. Change those, or test/docs/print-lint-reference.ts, then \`npm run docs\`. -->

\`npx queuegen lint [paths..]\` reads TypeScript, JavaScript and SQL files, in template strings and in query builders too, and looks for the
known ways of breaking a queue. It runs nothing and asks no database. Tests, declarations, bundles and what is installed or built are left out,
unless a file is named. \`npx queuegen lint --doc <rule>\` prints the page of a rule.

## Rules

How severe a finding is depends on where it stands: on a table that the project declares as a queue (or that has the columns of a claim),
in a statement that takes work by its shape, or elsewhere.`;

const TAIL = `Declarations are judged as well, by what their mode checks, at the level of the code: [frequency-window](../errors/frequency-window.md),
[reclaim-threshold](../errors/reclaim-threshold.md), and as advice [max-attempts](../errors/max-attempts.md) and
[memory-limit](../errors/memory-limit.md), whose level \`lint.rules\` sets. \`queuegen generate\` does not tell advice.

## Severity

\`lint.rules\` of [queuegen.json](config.md) sets the level a rule has on queues, \`lint.tables\` that of one table. A level for a rule never
raises a finding from elsewhere.

\`\`\`json
{
  "lint": {
    "exclude": ["src/legacy/**"],
    "rules": { "no-lock-held-work": "warning" },
    "tables": { "quotes": { "no-order-by-rand": "off" } },
    "models": { "Notification": "notify_task" }
  }
}
\`\`\`

Tables and rules are named in full, without wildcards; a table's level wins over the rule's. The exit code is 1 from the severity \`--fail-on\` on
(\`error\`), or with more warnings than \`--max-warnings\`.

## Suppressions

In a comment of TypeScript or of SQL, with the rule and, after \`--\`, the reason:

\`\`\`ts
// queuegen-disable-next-line no-order-by-rand -- a hundred rows at most
const [rows] = await pool.query("SELECT id FROM quotes ORDER BY RAND() LIMIT 1");
\`\`\`

\`queuegen-disable-line\` is for its own line, \`queuegen-disable-file\` for the whole file, \`queuegen-disable\` up to \`queuegen-enable\`.

## Baseline

Old code with many findings: \`npx queuegen lint --write-baseline\` writes them to \`lint-baseline.jsonl\` (or the file given), which is committed. With
\`--baseline <file>\`, or \`lint.baseline\` in [queuegen.json](config.md), only what is new is told.

A finding is known by its rule, the text of its statement (white space aside), its table and the nearest function with a name; not by its line, its
file or a count. So code may be moved, a finding that comes for one that goes is told, and two alike in one function need two entries. The file is one
JSON object a line, sorted: git merges additions of two branches. What comments silence is never written.

Entries that no finding answers to are told as info ([stale-baseline-entry](../errors/stale-baseline-entry.md)) and taken out by
\`--prune-baseline\`. With paths on the command line, entries of other files are neither stale nor lost.

## Changed lines

\`--since <commit>\` tells only findings that a change touches: their range, the statement they judge, or a place they relate to. Changes are what differs
between the files as they are (committed or not, with those git does not know yet) and the commit where this branch left the other one, as
\`git diff <commit>...\` counts; a file that was only renamed has none. \`--staged\` judges the next commit: lines that are staged, in files as they
are staged. All files are read in both cases, since a table may be defined in another one. A finding whose place did not change is not told, even if the
change of another file made it: let CI lint everything as well.

\`\`\`sh
npx queuegen lint --since origin/main
\`\`\`

A hook of git, \`.git/hooks/pre-commit\`, is one line: \`npx queuegen lint --staged\`.

## Which files

Everything below the project, or the paths of the command line, but \`node_modules\`, \`dist\`, \`build\`, \`out\`, \`coverage\`, \`vendor\`, folders
that start with a dot, \`*.d.ts\` and minified files. \`lint.include\` and \`lint.exclude\` are globs; a file named on the command line is
always read. Files that cannot be read or parsed are listed as skipped.

What files of programs came to is kept below \`node_modules/.cache/queuegen\`, by their path, their text, \`lint.sinks\` and the version of the linter: the
compiler is loaded only for files that are new or changed. \`--no-cache\` does without.

## Fixes

\`--fix\` makes the safe fixes and tells what is left; \`--fix-dry-run\` prints them as a diff: [mend findings](../how-to/mend-findings.md).
What is no fix but a suggestion is printed with its finding and never made unasked.

## What was not judged

\`--report-unresolved\` lists SQL of which the file does not tell enough, as \`unresolved-sql\`: a call that is given a
statement from elsewhere, a table or a condition that the program puts in. \`lint.sinks\` names functions of your own that take SQL.

## Output

\`--format\` says how, \`--output-file\` where to; a file is written whole or not at all.

| format | for |
| --- | --- |
| \`stylish\` | people: the line, what is wrong, what to write instead, related places, fixes |
| \`compact\` | editors and scripts: \`file:line:column: severity: message [rule]\` |
| \`json\` | programs; see below |
| \`sarif\` | SARIF 2.1.0, for code scanning; with fixes, and with silenced findings as suppressed |
| \`github\` | annotations; in GitHub Actions they come with \`stylish\` as well |
| \`gitlab\` | the report of code quality |
| \`checkstyle\`, \`junit\` | build servers; in JUnit's form errors are failures, the rest is output |

\`json\` is one object: \`version\` (1), \`findings\` (\`rule\`, \`severity\`, \`message\`, \`help\`, \`file\`, \`line\`, \`column\`, \`endLine\`, \`endColumn\`,
\`related\`, \`fix\`, \`suggestions\`), \`skipped\` and \`summary\`. A fix is a \`title\` and \`edits\` of \`start\`, \`end\` and \`text\`, in UTF-16 units from the
start of the file, a byte order mark not counted.`;
