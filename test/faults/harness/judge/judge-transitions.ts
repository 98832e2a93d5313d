import { describeTransition, type RowState, type Transition } from "../transition.js";
import { illegal, illegalEnd } from "./legal.js";
import type { QueueFacts, Violation } from "./violation.js";

const DONE = 2;

/** What the test itself changes, as an operator or a stepping clock would, is not judged. */
export const TEST_ACTOR = "test";

/** Judges every change of every job against the table of transitions, one job after the other. */
export function judgeTransitions(log: readonly Transition[], facts: QueueFacts): Violation[] {
  return [...byJob(log)].flatMap(([job, history]) => judgeHistory(job, history, facts)).concat(judgeTokens(log));
}

/** The log in histories, one a job, each in the order in which the server made the changes. */
export function byJob(log: readonly Transition[]): Map<string, Transition[]> {
  const jobs = new Map<string, Transition[]>();
  for (const transition of [...log].sort((a, b) => a.seq - b.seq)) {
    const history = jobs.get(transition.job);
    if (history === undefined) jobs.set(transition.job, [transition]);
    else history.push(transition);
  }
  return jobs;
}

function judgeHistory(job: string, history: readonly Transition[], facts: QueueFacts): Violation[] {
  const violations: Violation[] = [];
  const origin = history[0]?.at ?? 0;
  let known: RowState | undefined;
  let claimer: string | null = null;
  let completions = 0;
  history.forEach((transition, index) => {
    const { before, after, at, actor } = transition;
    const accuse = (rule: string, why: string): void => {
      const trace = history.slice(Math.max(0, index - 4), index + 2).map((each) => describeTransition(each, origin));
      violations.push({ rule, job, message: `${why}\n    ${trace.join("\n    ")}` });
    };
    if (before !== undefined && known !== undefined && !sameState(before, known)) {
      accuse("unseen-change", "the row is not as the change before left it");
    }
    const why =
      actor === TEST_ACTOR
        ? undefined
        : before === undefined || after === undefined
          ? illegalEnd(transition)
          : illegal({ at, before, after, byOwner: actor === claimer, facts });
    if (why !== undefined) accuse("forbidden-transition", why);
    if (after?.status === 1 && before?.status !== 1) claimer = actor;
    if (after?.status === DONE && before?.status !== DONE) completions += 1;
    known = after;
  });
  if (completions > 1) violations.push({ rule: "completed-twice", job, message: `completed ${completions} times` });
  return violations;
}

/** One token belongs to one claim round: to one session, and to no job twice. */
function judgeTokens(log: readonly Transition[]): Violation[] {
  const violations: Violation[] = [];
  const sessions = new Map<string, number>();
  const seen = new Set<string>();
  for (const { before, after, job, connection } of log) {
    const token = after?.token;
    if (before === undefined || after?.status !== 1 || before.status === 1 || token == null) continue;
    const session = sessions.get(token) ?? connection;
    sessions.set(token, session);
    if (session !== connection || seen.has(`${token} ${job}`)) {
      violations.push({ rule: "token-reused", job, message: `token ${token} was used by an earlier claim` });
    }
    seen.add(`${token} ${job}`);
  }
  return violations;
}

function sameState(one: RowState, other: RowState): boolean {
  return (
    one.status === other.status &&
    one.token === other.token &&
    one.claimTime === other.claimTime &&
    one.attempts === other.attempts &&
    one.start === other.start &&
    one.runAt === other.runAt
  );
}
