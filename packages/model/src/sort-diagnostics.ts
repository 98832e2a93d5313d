import type { Diagnostic } from "./diagnostic.js";

/** By file (code units, the same in every locale), line, column, code; those without a place first. Exact repeats are dropped. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const sorted = diagnostics.toSorted(
    (a, b) =>
      compare(a.at?.file ?? "", b.at?.file ?? "") ||
      (a.at?.line ?? 0) - (b.at?.line ?? 0) ||
      (a.at?.column ?? 0) - (b.at?.column ?? 0) ||
      compare(a.code, b.code) ||
      compare(a.message, b.message),
  );
  return sorted.filter((diagnostic, index) => index === 0 || !samePlaceAndText(diagnostic, sorted[index - 1]));
}

function samePlaceAndText(a: Diagnostic, b: Diagnostic | undefined): boolean {
  return (
    a.code === b?.code &&
    a.message === b.message &&
    a.at?.file === b.at?.file &&
    a.at?.line === b.at?.line &&
    a.at?.column === b.at?.column
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
