import type { Drained } from "../harness/drain.js";
import { median, type Spread, spread } from "../harness/stats.js";

/** The load of others and the CPU cost of a job, of ours and of the reference. */
export function describeLanes(
  ours: readonly Drained[],
  reference: readonly Drained[],
): { readonly others: Spread; readonly note: string } {
  return {
    others: spread([...ours, ...reference].map((sample) => sample.load.others)),
    note: `server ${cost(ours, "serverMicros")} (${cost(reference, "serverMicros")}), client ${cost(ours, "clientMicros")} (${cost(reference, "clientMicros")}) us CPU a job`,
  };
}

function cost(samples: readonly Drained[], key: "serverMicros" | "clientMicros"): string {
  return median(samples.map((sample) => sample[key])).toFixed(1);
}
