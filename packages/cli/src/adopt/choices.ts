import type { ExistingRows } from "@queuegen/migrations";
import { type Diagnostic, nearest, QueuegenError, type StandardField, sqlNameProblem } from "@queuegen/model";

/** What was said on the command line of `add --adopt`. */
export interface AdoptArgs {
  readonly name: string;
  readonly mode: string;
  readonly table: string | undefined;
  readonly adopt: boolean;
  readonly url: string | undefined;
  readonly field: readonly string[] | undefined;
  readonly "existing-rows": ExistingRows | undefined;
  readonly "allow-copy": boolean;
}

/** The standard columns that a claim queue adds, in the order of the protocol. The key is the table's own. */
export const ADDED_FIELDS: readonly StandardField[] = [
  "status",
  "claim_token",
  "claim_time",
  "worker_id",
  "attempts",
  "create_time",
  "start_time",
  "finish_time",
  "run_at",
  "error_message",
];

/** Names that `--field status=ship_status` gives to standard columns. Throws for a field that is none, or a name that cannot be. */
export function chosenNames(given: readonly string[]): ReadonlyMap<StandardField, string> {
  const names = new Map<StandardField, string>();
  const problems = given.flatMap((pair): Diagnostic[] => {
    const [word = "", name = ""] = pair.split("=");
    const field = ADDED_FIELDS.find((one) => one === word);
    const problem = field === undefined ? unknownField(word) : nameProblem(pair, name);
    if (field !== undefined && problem === undefined) names.set(field, name);
    return problem === undefined ? [] : [{ code: "adopt-field", severity: "error", ...problem }];
  });
  if (problems.length === 0) problems.push(...sameNames(names));
  if (problems.length > 0) throw new QueuegenError(problems);
  return names;
}

/** Two columns of the queue cannot have one name, a name given included that another column has by itself. */
function sameNames(chosen: ReadonlyMap<StandardField, string>): readonly Diagnostic[] {
  const byName = new Map<string, StandardField[]>();
  for (const field of ADDED_FIELDS) {
    const name = (chosen.get(field) ?? field).toLowerCase();
    byName.set(name, [...(byName.get(name) ?? []), field]);
  }
  return [...byName].flatMap(([name, fields]): readonly Diagnostic[] => {
    if (fields.length === 1) return [];
    const message = `--field: ${fields.join(" and ")} would both be called "${name}".`;
    const hint = `Give each a name of its own: --field ${fields[0]}=my_${fields[0]}.`;
    return [{ code: "adopt-field", severity: "error", message, hint }];
  });
}

type Problem = Pick<Diagnostic, "message" | "hint">;

function unknownField(word: string): Problem {
  const meant = nearest(word, ADDED_FIELDS);
  return {
    message: `--field: ${JSON.stringify(word)} is no column that a queue adds.`,
    hint: `${meant === undefined ? "" : `Did you mean ${meant}? `}They are ${ADDED_FIELDS.join(", ")}: --field status=my_status.`,
  };
}

function nameProblem(pair: string, name: string): Problem | undefined {
  const problem = pair.includes("=") ? sqlNameProblem(name) : "It says no name.";
  return problem === undefined
    ? undefined
    : {
        message: `--field ${pair}: ${problem}`,
        hint: "Write the field and the name of its column: --field status=my_status.",
      };
}
