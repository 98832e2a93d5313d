/** Rules about suppressions themselves: what they say is judged by the linter's own bookkeeping, not by facts. */
export const META_RULES = {
  "unused-suppression": "A suppression that silences nothing hides the next real finding.",
  "unknown-rule": "A suppression that names no rule of the linter silences nothing.",
  "suppression-needs-reason": "A suppression says why, after ` -- `.",
} as const;

export type MetaRuleName = keyof typeof META_RULES;
