import type { ClaimLatency } from "../harness/claim-latency.js";
import { ratios, spread } from "../harness/stats.js";
import type { Bar, Result } from "../measure.js";
import { formatNumber } from "./format.js";

/** The line of a latency against the latency of the plain case. */
export function latencyResult(
  name: string,
  against: string,
  ours: readonly ClaimLatency[],
  reference: readonly ClaimLatency[],
  bar: Bar,
): Result {
  const p99 = (samples: readonly ClaimLatency[]): string =>
    formatNumber(spread(samples.map((sample) => sample.p99)).median);
  const middles = (samples: readonly ClaimLatency[]): number[] => samples.map((sample) => sample.p50);
  return {
    name,
    unit: "ms",
    ours: spread(middles(ours)),
    reference: spread(middles(reference)),
    against,
    ratio: ratios(middles(ours), middles(reference)),
    bar,
    others: spread([...ours, ...reference].map((sample) => sample.others)),
    note: `p99 ${p99(ours)} (${p99(reference)}) ms`,
  };
}
