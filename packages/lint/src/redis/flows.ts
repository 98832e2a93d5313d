import type { ts } from "ts-morph";
import type { RedisFlow, Step, StepPlace } from "../facts/redis.js";
import type { Source } from "../source.js";
import type { LocalStep, LocalSteps } from "./local-steps.js";

/** So many steps of a function are looked at, those of its helpers included. */
const MAX_STEPS = 300;
const MAX_DEPTH = 5;

/**
 * Puts the steps of helpers where they are called. A function that others of the file call is judged there, not by
 * itself, unless a timer calls it too.
 */
export function toFlows(source: Source, { byFunction, timed }: LocalSteps): readonly RedisFlow[] {
  const called = new Set<ts.Node>();
  for (const steps of byFunction.values()) for (const step of steps) if (step.kind === "helper") called.add(step.fn);
  const matters = mattering(byFunction);
  const reached = new Set<ts.Node>();
  const flows: RedisFlow[] = [];
  const add = (fn: ts.Node): void => {
    reached.add(fn);
    const steps: Step[] = [];
    expand(byFunction.get(fn) ?? [], { loops: [], arms: [], isCaught: false }, false, [fn], steps);
    if (steps.some((step) => step.kind === "redis")) flows.push({ source, steps, repeats: timed.has(fn) });
  };
  const expand = (
    local: readonly LocalStep[],
    around: StepPlace,
    isDropped: boolean,
    stack: readonly ts.Node[],
    out: Step[],
  ): void => {
    for (const step of local) {
      if (out.length >= MAX_STEPS) return;
      if (step.kind !== "helper") out.push(placed(step, around, isDropped));
      else {
        const { fn, work } = step;
        const isRead = matters.has(fn) && stack.length <= MAX_DEPTH && !stack.includes(fn);
        if (work !== undefined) out.push({ ...work, place: within(around, work.place), isHelper: isRead });
        if (!isRead) continue;
        reached.add(fn);
        expand(byFunction.get(fn) ?? [], within(around, step.place), step.isDropped, [...stack, fn], out);
      }
    }
  };
  for (const fn of byFunction.keys()) if (!called.has(fn) || timed.has(fn)) add(fn);
  // Functions that call each other in a circle, or that stand behind too many steps.
  for (const fn of byFunction.keys()) if (!reached.has(fn)) add(fn);
  return flows;
}

/** Functions that use Redis or SQL, themselves or by others. */
function mattering(byFunction: ReadonlyMap<ts.Node, readonly LocalStep[]>): ReadonlySet<ts.Node> {
  const matters = new Set<ts.Node>();
  const callers = new Map<ts.Node, ts.Node[]>();
  for (const [fn, steps] of byFunction) {
    for (const step of steps) {
      if (step.kind === "redis" || step.kind === "statement") matters.add(fn);
      if (step.kind !== "helper") continue;
      const list = callers.get(step.fn);
      if (list === undefined) callers.set(step.fn, [fn]);
      else list.push(fn);
    }
  }
  const open = [...matters];
  for (let fn = open.pop(); fn !== undefined; fn = open.pop()) {
    for (const caller of callers.get(fn) ?? []) {
      if (matters.has(caller)) continue;
      matters.add(caller);
      open.push(caller);
    }
  }
  return matters;
}

/** What a helper answers is dropped where nobody looks at the helper's answer. */
function placed(step: Step, around: StepPlace, isDropped: boolean): Step {
  const place = within(around, step.place);
  if (step.kind !== "redis" || !isDropped || !step.call.isReturned) return { ...step, place };
  return { ...step, place, call: { ...step.call, isDropped: true } };
}

function within(around: StepPlace, place: StepPlace): StepPlace {
  return {
    loops: [...around.loops, ...place.loops],
    arms: [...around.arms, ...place.arms],
    isCaught: around.isCaught || place.isCaught,
  };
}
