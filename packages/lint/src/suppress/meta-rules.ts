/** Rules about the linter's own work: what they say is judged by its bookkeeping, not by facts. */
export const META_RULES = {
  "unused-suppression": "A suppression that silences nothing hides the next real finding.",
  "unknown-rule": "A suppression that names no rule of the linter silences nothing.",
  "suppression-needs-reason": "A suppression says why, after ` -- `.",
  "unresolved-sql": "SQL of which the file does not tell enough is not judged, or not by all rules.",
  "skipped-file": "A file that could not be read or parsed is judged only as far as it could be read.",
} as const;

export type MetaRuleName = keyof typeof META_RULES;

/** Those about suppressions are warnings; the others tell what was not looked at. */
export const META_SEVERITY: Readonly<Record<MetaRuleName, "warning" | "info">> = {
  "unused-suppression": "warning",
  "unknown-rule": "warning",
  "suppression-needs-reason": "warning",
  "unresolved-sql": "info",
  "skipped-file": "info",
};
