import { QueuegenError } from "@queuegen/model";
import type { AdoptArgs } from "./choices.js";

/** A table of our own has no rows yet and is made without a look at a database. */
export function refuseWithoutAdopt(args: Pick<AdoptArgs, "existing-rows" | "field" | "url" | "allow-copy">): void {
  const given = [
    ...(["existing-rows", "field", "url"] as const).filter((name) => (args[name]?.length ?? 0) > 0),
    ...(args["allow-copy"] ? ["allow-copy"] : []),
  ];
  if (given.length === 0) return;
  const message = `--${given.join(" and --")} belong${given.length === 1 ? "s" : ""} to --adopt`;
  const hint =
    "With --adopt the queue gets a table that is there; without it `queuegen add` makes a new one and needs no database.";
  throw new QueuegenError([{ code: "usage", severity: "error", message, hint }]);
}
