import {
  adoptedTableProblem,
  type Diagnostic,
  QueuegenError,
  queueNameProblem,
  sqlNameProblem,
  suggestQueueName,
} from "@queuegen/model";

/** What `add` was called with. */
export interface Names {
  readonly name: string;
  readonly table: string | undefined;
  /** The table is there, and its name the application's. */
  readonly adopt?: boolean;
}

/** Refuses names that cannot be a queue or a table before anything is written. */
export function checkNames({ name, table, adopt = false }: Names): void {
  const problems: Diagnostic[] = [];
  const nameProblem = queueNameProblem(name);
  if (nameProblem !== undefined) {
    const suggestion = suggestQueueName(name);
    const hint = suggestion === undefined ? "For instance notify or order-timeout." : `For instance "${suggestion}".`;
    problems.push(problem("bad-queue-name", nameProblem, hint, "queuegen add ", name));
  }
  const tableProblem = table === undefined ? undefined : adopt ? adoptedTableProblem(table) : sqlNameProblem(table);
  if (tableProblem !== undefined) {
    problems.push(
      problem(
        "bad-name",
        tableProblem,
        adopt ? "Rename the table, or make a queue with a table of its own." : "Choose another name for the table.",
        `queuegen add ${name} --table `,
        table ?? "",
      ),
    );
  }
  if (problems.length > 0) throw new QueuegenError(problems);
}

function problem(code: string, message: string, hint: string, before: string, word: string): Diagnostic {
  const at = { file: "command line", line: 1, column: before.length + 1, length: word.length, lineText: before + word };
  return { code, severity: "error", message, hint, at };
}
