import type { RedisCall, RedisFlow, RedisStep, Step, StepPlace } from "./redis.js";

/** True where the later of two steps may run after the earlier one, in one turn of the loop around both. */
export function mayFollow(earlier: StepPlace, later: StepPlace): boolean {
  return earlier.arms.every((arm) => {
    const other = later.arms.find((one) => one.branch === arm.branch);
    return other === undefined ? !arm.leaves : other.arm === arm.arm;
  });
}

/** True where the earlier step has always run when the later one does. */
export function alwaysPrecedes(earlier: StepPlace, later: StepPlace): boolean {
  return earlier.arms.every((arm) => {
    const other = later.arms.find((one) => one.branch === arm.branch);
    return other === undefined ? arm.isSure : other.arm === arm.arm;
  });
}

/** True where `place` stands in all loops that `other` stands in. */
export function isWithinLoopsOf(place: StepPlace, other: StepPlace): boolean {
  return other.loops.every((loop) => place.loops.some((one) => one.id === loop.id));
}

export function isRepeated(flow: RedisFlow, step: Step): boolean {
  return flow.repeats || step.place.loops.some((loop) => loop.kind === "endless");
}

/** The steps of a flow that are commands of these names, with their place in the flow. */
export function commandsIn(
  flow: RedisFlow,
  is: (call: RedisCall) => boolean,
): readonly { readonly step: RedisStep; readonly index: number }[] {
  return flow.steps.flatMap((step, index) => (step.kind === "redis" && is(step.call) ? [{ step, index }] : []));
}
