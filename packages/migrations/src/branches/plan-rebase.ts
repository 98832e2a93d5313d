import { type Diagnostic, QueuegenError } from "@queuegen/model";
import type { MigrationFolder } from "../folder/migration-folder.js";
import { type Branch, type Fork, forksOf } from "./forks.js";

/** Which migrations stay as they are and which are written anew on top of them. */
export interface Rebase {
  readonly stay: readonly MigrationFolder[];
  /** In the order of their names; empty where there is no fork. */
  readonly moved: readonly MigrationFolder[];
}

export interface RebaseWishes {
  /** Name of a migration whose branch is to stay; else the branch that began first does. */
  readonly onto?: string;
  /** Names of the migrations that a database has, and which one: they stay in any case. */
  readonly applied?: { readonly database: string; readonly names: ReadonlySet<string> };
}

/** Takes one branch out of each fork and leaves the others. Refuses to take out what is applied. */
export function planRebase(existing: readonly MigrationFolder[], wishes: RebaseWishes): Rebase {
  const moved: MigrationFolder[] = [];
  let stay = existing;
  for (let [fork] = forksOf(stay); fork !== undefined; [fork] = forksOf(stay)) {
    const kept = keptBranch(fork, wishes);
    const gone = fork.branches.filter((branch) => branch !== kept).flat();
    refuseApplied(gone, kept, wishes);
    moved.push(...gone);
    stay = stay.filter((migration) => !gone.includes(migration));
  }
  if (wishes.onto !== undefined && !stay.some(({ name }) => name === wishes.onto)) throw unknownOnto(wishes.onto);
  return { stay, moved: moved.sort((a, b) => (a.name < b.name ? -1 : 1)) };
}

function keptBranch({ branches }: Fork, { onto, applied }: RebaseWishes): Branch | undefined {
  const asked = branches.find((branch) => branch.some(({ name }) => name === onto));
  const there = branches.find((branch) => branch.some(({ name }) => applied?.names.has(name)));
  return asked ?? there ?? branches[0];
}

function refuseApplied(gone: readonly MigrationFolder[], kept: Branch | undefined, { applied }: RebaseWishes): void {
  const there = gone.filter(({ name }) => applied?.names.has(name));
  if (applied === undefined || there.length === 0) return;
  const keptIsThere = kept?.some(({ name }) => applied.names.has(name)) ?? false;
  throw new QueuegenError(there.map(({ name }) => isApplied(name, applied.database, keptIsThere)));
}

function isApplied(name: string, database: string, both: boolean): Diagnostic {
  const down = `\`queuegen migrate down\` in that database takes it back where it may`;
  return {
    code: "migration-applied",
    severity: "error",
    message: `migration ${name} is applied in database "${database}" and stays as it is`,
    hint: both
      ? `Both ways of the fork are applied there. ${down}; else the page of this error says how to join them by hand.`
      : `${down}, or \`queuegen migrate rebase --onto ${name}\` keeps it and writes the other one anew.`,
  };
}

function unknownOnto(name: string): QueuegenError {
  return new QueuegenError([
    {
      code: "usage",
      severity: "error",
      message: `there is no migration ${name}`,
      hint: "--onto takes the name of one that `queuegen check` shows in the fork.",
    },
  ]);
}
