import { splitSql } from "../apply/split-sql.js";
import type { MigrationFolder } from "../folder/migration-folder.js";
import { hiddenSnapshot, type MigrationFormat, type MigrationSql } from "./migration-format.js";
import { type SqlPart, sqlParts } from "./sql-parts.js";

const FIRST_LINE = "--liquibase formatted sql";

/**
 * A changeset a statement: one that broke off in the middle could neither go on nor be repeated, since the servers
 * commit each change of a table by itself.
 */
export const liquibase: MigrationFormat = {
  name: "liquibase",
  doc: "<time>_<name>.sql, formatted SQL with a changeset a statement",
  numbered: false,
  snapshot: hiddenSnapshot,
  paths: (name) => ({ up: `${name}.sql`, down: `${name}.sql` }),
  print: (migration) => [{ path: `${migration.name}.sql`, text: changelog(migration) }],
  parse: (_name, { up }) => changesets(up),
};

function changelog({ name, up, down }: MigrationFolder): string {
  const ups = sqlParts(up);
  const downs = sqlParts(down);
  const paired = downs.length === ups.length || downs.length === 0;
  const blocks = paired
    ? ups.map((part, index) => changeset(idOf(name, index, ups.length), false, [part], downs.slice(-1 - index)[0]))
    : [changeset(name, true, ups, ...downs)];
  return [FIRST_LINE, ...blocks].join("\n\n");
}

/** The first statement is undone last: with as many ways back as statements, each changeset has its own. */
function idOf(name: string, index: number, of: number): string {
  return of === 1 ? name : `${name}-${index + 1}`;
}

function changeset(
  id: string,
  split: boolean,
  ups: readonly SqlPart[],
  ...downs: readonly (SqlPart | undefined)[]
): string {
  return [
    `--changeset queuegen:${id} splitStatements:${split} stripComments:false runInTransaction:false`,
    ...ups.flatMap(lines),
    ...downs.flatMap((part) => (part === undefined ? [] : lines(part).map((line) => `--rollback ${line}`))),
    "",
  ].join("\n");
}

function lines({ comment, statement }: SqlPart): readonly string[] {
  return [...comment.map(harmless), ...`${statement};`.split("\n")];
}

/** Words that would tell Liquibase something. */
function harmless(comment: string): string {
  return comment.replace(
    /^--\s*(?=(changeset|rollback|comments?|preconditions?|property|validchecksum|ignore(lines)?|include)\b)/i,
    "-- : ",
  );
}

function changesets(text: string): MigrationSql {
  const [head = "", ...blocks] = text.split(/^--\s*changeset\s.*\n/im);
  if (!/^--\s*liquibase formatted sql/i.test(head.trimStart()) || blocks.length === 0) {
    return { up: "", down: "", foreign: `it does not start with \`${FIRST_LINE}\` and a changeset` };
  }
  const sorted = blocks.map((block) => {
    const all = block.split("\n");
    const back = all.filter(isRollback).map((line) => line.replace(/^--\s*rollback\s?/i, ""));
    return {
      up: all
        .filter((line) => !isRollback(line))
        .join("\n")
        .trim(),
      down: back.join("\n").trim(),
    };
  });
  return { up: joined(sorted.map(({ up }) => up)), down: joined(sorted.map(({ down }) => down).reverse()) };
}

function isRollback(line: string): boolean {
  return /^--\s*rollback\b/i.test(line);
}

function joined(parts: readonly string[]): string {
  const text = parts.filter((part) => splitSql(part).length > 0).map((part) => `${part}\n`);
  return text.join("\n");
}
