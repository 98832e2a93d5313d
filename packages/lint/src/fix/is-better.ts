import type { Finding } from "../finding.js";

const WEIGHT = { info: 0, warning: 1, error: 2 };

/**
 * `undefined` where the fixes took away what they were made for and brought nothing new; else why not. A milder finding of
 * another rule may come: it stood behind the one that is gone (a guarded claim whose answer nobody reads).
 */
export function isBetter(
  before: readonly Finding[],
  after: readonly Finding[],
  fixed: readonly Finding[],
): string | undefined {
  const byRule = ({ code }: Finding) => code;
  const counts = countBy(before, byRule);
  const mildest = Math.min(...fixed.map(({ severity }) => WEIGHT[severity]));
  const heavy = after.filter(({ severity }) => WEIGHT[severity] >= mildest);
  const worse = [...countBy(heavy, byRule)].find(([code, count]) => count > (counts.get(code) ?? 0));
  if (worse !== undefined) return `${worse[0]} would find something then`;
  const byFile = ({ code, at }: Finding) => `${code}\n${at.file}`;
  // What a fix leaves behind, a milder finding of the same rule, has no fix.
  const fixable = (findings: readonly Finding[]) => findings.filter((finding) => finding.fix !== undefined);
  const [was, is] = [countBy(fixable(before), byFile), countBy(fixable(after), byFile)];
  const stays = [...countBy(fixed, byFile)].some(([key, count]) => (is.get(key) ?? 0) > (was.get(key) ?? 0) - count);
  return stays ? "the finding would stay" : undefined;
}

function countBy<T>(items: readonly T[], key: (item: T) => string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1);
  return counts;
}
