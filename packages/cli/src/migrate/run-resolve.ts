import { hostname, userInfo } from "node:os";
import { type MigrationState, migrateResolve } from "@queuegen/migrations/apply";
import { QueuegenError } from "@queuegen/model";
import type { ExitCode } from "../command.js";
import type { Io } from "../io.js";
import type { ResolveArgs } from "./actions/resolve.js";
import { stateText } from "./status-report.js";
import { withRunner } from "./with-runner.js";

export function runResolve(args: ResolveArgs, io: Io): Promise<ExitCode> {
  const { migration, step } = args;
  const as = asWhat(args);
  return withRunner(args, io, async ({ options, url }) => {
    const resolution = { as, ...(step !== undefined && { step }) };
    const { before, after } = await migrateResolve({ ...options, migration, resolution, by: caller() });
    if (args.json)
      io.out(
        `${JSON.stringify({ database: url.database, migration, before: before.kind, after: after?.kind ?? null }, null, 2)}\n`,
      );
    else
      io.out(
        `${migration}\n  was  ${stateText(before)}\n  now  ${after === undefined ? "unknown here" : stateText(after)}\n${next(after)}`,
      );
    return 0;
  });
}

function asWhat({ applied, reverted }: ResolveArgs): "applied" | "reverted" {
  if (applied !== reverted) return applied ? "applied" : "reverted";
  throw new QueuegenError([
    {
      code: "usage",
      severity: "error",
      message: applied ? "--applied and --reverted exclude each other" : "what is to be marked is not said",
      hint: "Look at the database first. `--applied`: it has the migration; `--reverted`: it has nothing of it; `--step <n>`: one statement.",
    },
  ]);
}

/** Who says so. Where the system knows no name of the user, as in some containers, its number. */
function caller(): string {
  try {
    return `${userInfo().username} on ${hostname()}`;
  } catch {
    return `user ${process.getuid?.() ?? "?"} on ${hostname()}`;
  }
}

function next(after: MigrationState | undefined): string {
  if (after?.kind === "half") return `\`queuegen migrate ${after.direction}\` goes on from there.\n`;
  return after?.kind === "pending" ? "`queuegen migrate up` applies it.\n" : "";
}
