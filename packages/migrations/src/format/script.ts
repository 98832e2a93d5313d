import type { MigrationFolder } from "../folder/migration-folder.js";
import type { MigrationSql } from "./migration-format.js";
import { type SqlPart, sqlParts } from "./sql-parts.js";
import { templateLiteral, templateText } from "./template-literal.js";

/** What the TypeScript of one tool has around the statements. */
export interface ScriptWords {
  /** Everything before `export async function up`. */
  readonly head: string;
  /** `knex: Knex` */
  readonly parameter: string;
  /** The line that sends a statement, given as a template literal. */
  readonly send: (literal: string) => string;
  /** The same line as a formatter may have broken it: what stands before the literal, and after it. */
  readonly sent: readonly [before: RegExp, after: RegExp];
}

/** A migration as a module with the functions up and down. */
export function printScript({ name, up, down }: MigrationFolder, words: ScriptWords): string {
  const back = sqlParts(down);
  const stays = [`  throw new Error("${name} was made to stay");`];
  return [
    words.head,
    `export async function up(${words.parameter}): Promise<void> {`,
    ...body(sqlParts(up), words),
    "}",
    "",
    `export async function down(${back.length === 0 ? "" : words.parameter}): Promise<void> {`,
    ...(back.length === 0 ? stays : body(back, words)),
    "}",
    "",
  ].join("\n");
}

function body(parts: readonly SqlPart[], { send }: ScriptWords): readonly string[] {
  return parts.flatMap(({ comment, statement }) => [
    ...comment.map((line) => `  // ${line.replace(/^(--|#)\s?/, "")}`),
    `  ${send(templateLiteral(statement))}`,
  ]);
}

/** The statements again, where the module does nothing but send statements that stand in it. */
export function parseScript(text: string, words: ScriptWords): MigrationSql {
  const up = statementsOf("up", text, words);
  const down = statementsOf("down", text, words);
  if (up !== undefined && down !== undefined) return { up, down };
  const which = up === undefined ? "up" : "down";
  return { up: "", down: "", foreign: `its function ${which} does more than send statements that stand in it` };
}

/** Reads a function from its first line to its `}`; `undefined` where anything else is found on the way. */
function statementsOf(name: "up" | "down", text: string, words: ScriptWords): string | undefined {
  const head = new RegExp(`^export async function ${name}\\(.*\\).*\\{$`, "m").exec(text);
  if (head === null) return undefined;
  const found: string[] = [];
  let rest = text.slice(head.index + head[0].length).trimStart();
  while (!rest.startsWith("}")) {
    const next = oneLine(rest, words.sent);
    if (next === undefined) return undefined;
    if (next.sql !== undefined) found.push(`${next.sql};\n`);
    rest = rest.slice(next.length).trimStart();
  }
  return found.join("\n");
}

interface Line {
  readonly length: number;
  readonly sql?: string;
}

function oneLine(rest: string, [before, after]: ScriptWords["sent"]): Line | undefined {
  const skipped = /^(?:\/\/.*|throw new Error\(\s*"\d{14}_\w+ was made to stay",?\s*\);)/.exec(rest)?.[0];
  if (skipped !== undefined) return { length: skipped.length };
  const whole = new RegExp(`^${before.source}(\`(?:[^\`\\\\]|\\\\.)*\`)${after.source}`, "s").exec(rest);
  const sql = whole?.[1] === undefined ? undefined : templateText(whole[1]);
  return whole === null || sql === undefined ? undefined : { length: whole[0].length, sql: sql.trim() };
}
