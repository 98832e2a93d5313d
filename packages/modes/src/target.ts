import type { ClaimOptions, Diagnostic, OptionPlace } from "@queuegen/model";

/** Key `target` of queuegen.json: the oldest server that the project must run on. */
export type Target = "mysql57" | "mysql80" | "mariadb106";

/** What a queue asks for and the oldest server does not have. */
export function targetChecks(target: Target, { claim }: ClaimOptions, place: OptionPlace): readonly Diagnostic[] {
  if (target !== "mysql57" || !claim.skipLocked) return [];
  return [
    {
      code: "skip-locked-target",
      severity: "error",
      message: 'MySQL 5.7, the "target" of queuegen.json, has no SKIP LOCKED: every claim would fail there.',
      hint: 'Set "target" in queuegen.json to "mysql80" or "mariadb106" if all your servers are that new, else remove skipLocked.',
      at: place("claim.skipLocked"),
    },
  ];
}
