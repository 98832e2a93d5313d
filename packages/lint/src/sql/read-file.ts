import type { FileFacts, StatementFact } from "../facts/code.js";
import { NO_PROGRAM } from "../facts/program.js";
import { NO_REDIS } from "../facts/redis.js";
import type { Source } from "../source.js";
import { readSql } from "./read.js";
import { plainSql } from "./sql-text.js";

/** What takes a migration back; its changes are not part of the tables. */
const UNDO_FILE = /(?:^|[./_-])(?:down|undo|rollback)\.sql$|(?:^|\/)U\d[^/]*\.sql$/i;
/** Tools that keep both directions in one file mark the second one. */
const UNDO_MARK = /^--[ \t]*(?:\+goose[ \t]+down|\+migrate[ \t]+down|migrate:down|@?down\b|rollback\b|undo\b)/im;

/** Reads a `.sql` file: a migration, a dump, procedures with DELIMITER. */
export function readSqlFile(source: Source): FileFacts {
  const items = readSql(plainSql(source.text));
  const statements = items.flatMap((item): StatementFact[] =>
    item.kind === "statement"
      ? [
          {
            statement: item.statement,
            source,
            outer: item.statement.span,
            form: "sql",
            underLock: false,
            answer: "unknown",
          },
        ]
      : [],
  );
  const undo = UNDO_FILE.test(source.path) ? 0 : (UNDO_MARK.exec(source.text)?.index ?? source.text.length);
  const changes = items.flatMap((item) =>
    item.kind === "change" && item.change.span.start < undo ? [item.change] : [],
  );
  return { source, statements, holds: [], saves: [], changes, redis: NO_REDIS, program: NO_PROGRAM };
}
