import { hiddenSnapshot, type MigrationFormat, type MigrationSql } from "./migration-format.js";

const UP = "-- migrate:up transaction:false";
const DOWN = "-- migrate:down transaction:false";

/**
 * One file with both directions. Without a transaction: the servers end one at each statement that changes a table, and
 * a transaction that is not there any more would be committed.
 */
export const dbmate: MigrationFormat = {
  name: "dbmate",
  doc: "<time>_<name>.sql with -- migrate:up and -- migrate:down",
  numbered: true,
  snapshot: hiddenSnapshot,
  paths: (name) => ({ up: `${name}.sql`, down: `${name}.sql` }),
  print: ({ name, up, down }) => [{ path: `${name}.sql`, text: `${UP}\n${ending(up)}\n${DOWN}\n${down}` }],
  parse: (_name, { up }) => blocks(up),
};

function blocks(text: string): MigrationSql {
  const up = /^--[ \t]*migrate:up\b.*$/m.exec(text);
  const down = /^--[ \t]*migrate:down\b.*$/m.exec(text);
  if (up === null || down === null || down.index < up.index) {
    return { up: "", down: "", foreign: "it has no line `-- migrate:up` before a line `-- migrate:down`" };
  }
  const start = up.index + up[0].length + 1;
  return {
    up: text.slice(start, down.index).replace(/\n$/, ""),
    down: text.slice(down.index + down[0].length + 1),
  };
}

function ending(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}
