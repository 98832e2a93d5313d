import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { USAGE } from "../../packages/runtime/src/flags.js";
import { repositoryFiles } from "../architecture/source-files.js";
import { definedCommands, flagsOf } from "./command-line.js";
import { type DocPage, pages, ROOT } from "./pages.js";

const WORKER_FLAGS = new Set([...USAGE.matchAll(/^ {2}--([a-z-]+)/gm)].map(([, flag]) => flag));

/** Code of a page with its line: the lines of its blocks, and the spans in its text. */
function codeOf(page: DocPage): readonly { readonly text: string; readonly line: number }[] {
  const lines = page.blocks
    .filter(({ language }) => ["sh", "yaml", "text", "", "ini", "dockerfile"].includes(language))
    .flatMap(({ text, line }) => text.split("\n").map((each, index) => ({ text: each, line: line + 1 + index })));
  return [...lines, ...page.spans];
}

test.each(pages)("every command and option that $path names is there", (page) => {
  const wrong = codeOf(page).flatMap(({ text, line }) =>
    calls(text).flatMap((call) => problemsOf(call).map((problem) => `line ${line}: ${problem}`)),
  );
  expect(wrong).toEqual([]);
});

test("what is no command and no option is noticed", () => {
  expect(calls("npx queuegen check --no-cache && npx queuegen lnt --mend").flatMap(problemsOf)).toEqual([
    "there is no command `queuegen lnt`",
  ]);
  expect(calls("queuegen migrate uup --wait 5 && queuegen migrate up --wait 5").flatMap(problemsOf)).toEqual([
    "there is no command `queuegen migrate uup`",
  ]);
  expect(calls("queuegen lint --mend src").flatMap(problemsOf)).toEqual(["`queuegen lint` has no option --mend"]);
  expect(calls("node dist/queues/worker.js --frequency 1m").flatMap(problemsOf)).toEqual([
    "a worker has no option --frequency",
  ]);
});

test.each(pages)("every npm script that $path names is there", (page) => {
  const { scripts } = JSON.parse(readFileSync(`${ROOT}package.json`, "utf8")) as { scripts: object };
  const named = codeOf(page).flatMap(({ text }) => [...text.matchAll(/\bnpm run ([a-z:-]+)/g)].map(([, name]) => name));
  expect(named.filter((name) => !Object.hasOwn(scripts, name ?? ""))).toEqual([]);
});

test("every QUEUEGEN_ variable that a page names is one that code reads", () => {
  const code = repositoryFiles("packages", "test", "templates")
    .filter((file) => /\.(m?ts|mjs|hbs)$/.test(file) && !file.startsWith("test/docs/"))
    .map((file) => readFileSync(ROOT + file, "utf8"))
    .join("\n");
  const named = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/\bQUEUEGEN_[A-Z_]+\b/g)].map(([name]) => ({ path, name })),
  );
  // The tutorial's own word for where the tarballs are.
  const unknown = named.filter(({ name }) => name !== "QUEUEGEN_TARBALLS" && !code.includes(name));
  expect(unknown).toEqual([]);
});

interface Call {
  /** "worker", or the word after `queuegen`. */
  readonly command: string;
  readonly flags: readonly string[];
}

function calls(line: string): readonly Call[] {
  return line.split(/&&|\|\||;|\|/).flatMap((part) => {
    const [, word, action] = /(?:^|\s)queuegen ((?!is\b|and\b|body\b)[a-z]+)(?=\s|$)(?:\s+([a-z]+))?/.exec(part) ?? [];
    const isGroup = definedCommands.some(({ name }) => name.startsWith(`${word} `));
    const command = isGroup && action !== undefined ? `${word} ${action}` : word;
    const worker = /\bworker\.[jt]s\b/.test(part);
    if (command === undefined && !worker) return [];
    const flags = [...part.matchAll(/(?:^|\s)--([a-z][a-z-]*)/g)].map(([, flag = ""]) => flag);
    return [{ command: command ?? "worker", flags }];
  });
}

function problemsOf({ command, flags }: Call): readonly string[] {
  if (command === "worker") {
    return flags.filter((flag) => !WORKER_FLAGS.has(flag)).map((flag) => `a worker has no option --${flag}`);
  }
  const defined = definedCommands.find(({ name }) => name === command);
  // A group by itself, in a sentence about all of its actions.
  if (flags.length === 0 && definedCommands.some(({ name }) => name.startsWith(`${command} `))) return [];
  if (defined === undefined) return [`there is no command \`queuegen ${command}\``];
  const known = flagsOf(defined);
  return flags.filter((flag) => !known.has(flag)).map((flag) => `\`queuegen ${command}\` has no option --${flag}`);
}
