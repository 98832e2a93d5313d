import type { Child } from "./child.js";
import { judgeEffects } from "./judge/judge-effects.js";
import { judgeRecovery, type Outage } from "./judge/judge-recovery.js";
import { judgeTransitions } from "./judge/judge-transitions.js";
import type { Violation } from "./judge/violation.js";
import { readLedger } from "./ledger.js";
import { changeOvers, readHolds } from "./maintenance-log.js";
import type { ErrorReport } from "./processes/messages.js";
import type { Scene } from "./scene.js";
import { describeTransition } from "./transition.js";
import { readTransitions } from "./transition-log.js";

const LOCK_ERRORS: readonly unknown[] = [1213, 1205];

/** Rounds of the reclaimer are 0.65 of a heartbeat interval apart. */
const ROUND = 0.65;

/**
 * Lease + one heartbeat interval + 1 s + two rounds of the reclaimer. Behind a proxy the process that reclaims may be cut
 * off and still hold the lease row: the others take what is a round overdue, which they see a round later.
 */
export function recoveryLimitMs({ queue: { facts }, proxied }: Pick<Scene, "queue" | "proxied">): number {
  const rounds = proxied ? 4 : 2;
  return facts.leaseMs + facts.heartbeatMs + 1_000 + rounds * ROUND * facts.heartbeatMs;
}

/** Times in which the process that reclaims was gone and no other had taken over. */
export async function maintenanceGaps({ query, queue }: Pick<Scene, "query" | "queue">): Promise<Outage[]> {
  return changeOvers(await readHolds(query, queue.key));
}

/** All violations of a scene that is over. */
export async function judgeScene(
  scene: Scene,
  ends: ReadonlyMap<string, number>,
  children: readonly Child<object, never>[],
): Promise<Violation[]> {
  const log = await readTransitions(scene.query);
  const ledger = await readLedger(scene.query);
  const { facts } = scene.queue;
  const exits = await Promise.all(children.map((child) => judgeProcess(child)));
  const rolledBack = new Set(scene.rolledBack);
  const ghosts = log.filter(({ before, job }) => before === undefined && rolledBack.has(job));
  return [
    ...ghosts.map(({ job }) => ({ rule: "ghost", job, message: "its transaction was rolled back, and it is there" })),
    ...judgeTransitions(log, facts),
    ...judgeEffects(log, ledger, scene.produced, facts, (job) => ends.get(job) ?? 2),
    ...judgeRecovery(log, recoveryLimitMs(scene), [
      ...scene.outages,
      ...scene.stalls,
      ...(await maintenanceGaps(scene)),
    ]),
    ...exits.flat(),
  ];
}

/** No process may end but by a kill or a stop of ours, and no lock error may reach the user's code in it. */
async function judgeProcess(child: Child<object, never>): Promise<Violation[]> {
  const violations: Violation[] = [];
  const { code, signal } = await child.exited;
  if (!child.killed && code !== 0) {
    const how = signal ?? `exit code ${code}`;
    violations.push({ rule: "process-died", job: "-", message: `${child.name}: ${how}\n${child.output}` });
  }
  for (const message of child.messages) {
    const { kind, job, error } = message as { kind: string; job?: string; error?: ErrorReport };
    if (kind !== "event" && LOCK_ERRORS.includes(error?.errno)) {
      violations.push({ rule: "lock-error", job: job ?? "-", message: `${child.name}: ${error?.message}` });
    }
  }
  return violations;
}

/** Enough lines of each process and each job to see what went wrong. */
const SHOWN = 40;

/** What is known of a scene that failed: its unfinished jobs, the end of the log, what its processes said. */
export async function describeScene(scene: Scene, children: readonly Child<object, never>[]): Promise<string> {
  const open = await scene
    .query(`SELECT * FROM ${scene.queue.table} WHERE status IN (0, 1, 5) ORDER BY id LIMIT ${SHOWN}`)
    .catch((error: unknown) => [String(error)]);
  const log = await scene.log().catch(() => []);
  return [
    "unfinished jobs:",
    ...open.map((row) => `  ${JSON.stringify(row)}`),
    "last changes:",
    ...log.slice(-SHOWN).map((each) => `  job ${each.job}: ${describeTransition(each, log[0]?.at ?? 0)}`),
    ...children.flatMap(({ name, pid, output }) => [`${name} (${pid}):`, ...output.split("\n").slice(-SHOWN)]),
  ].join("\n");
}
