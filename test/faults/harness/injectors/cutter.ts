import type { TcpProxy } from "../../../services/proxy.js";
import type { Random } from "../random.js";
import { STATEMENT } from "../statement-kinds.js";
import { type Injector, injector, sleep } from "./injector.js";

const KINDS = [STATEMENT.claim, STATEMENT.complete, STATEMENT.heartbeat, STATEMENT.retry, STATEMENT.start] as const;

/** Cuts, stalls and swallows what goes through a proxy, and drops single statements or their replies. */
export function cutter(proxy: TcpProxy, random: Random, everyMs: number): Injector {
  return injector("cutter", async (count, signal) => {
    await sleep(random.between(everyMs / 2, everyMs * 1.5), signal);
    if (signal.aborted) return;
    const what = random.pick(["cut", "cut", "stall", "long stall", "swallow", "lost reply", "lost statement"]);
    count(what);
    switch (what) {
      case "cut":
        proxy.cut();
        break;
      case "stall":
        proxy.stall();
        await sleep(random.between(100, 3_000), signal);
        proxy.resume();
        break;
      case "long stall":
        // Past the lease: every claim behind this proxy is lost.
        proxy.stall();
        await sleep(random.between(6_000, 9_000), signal);
        proxy.resume();
        break;
      case "swallow":
        proxy.blackHole();
        await sleep(random.between(100, 4_000), signal);
        proxy.resume();
        break;
      case "lost reply":
        void proxy.dropReply(random.between(1, 3), random.pick(KINDS));
        break;
      case "lost statement":
        void proxy.dropStatement(random.between(1, 3), random.pick(KINDS));
        break;
    }
  });
}
