import { expect, test } from "vitest";
import { explore, type Model, type Step } from "./explorer.js";

interface Two {
  readonly a: number;
  readonly b: number;
}

/** Two counters that each go up to `top`, one step at a time. */
function counters(top: number, change: Partial<Model<Two>> = {}): Model<Two> {
  return {
    initial: { a: 0, b: 0 },
    steps: ({ a, b }) => [
      ...(a < top ? [step("a", { a: a + 1, b })] : []),
      ...(b < top ? [step("b", { a, b: b + 1 })] : []),
    ],
    encode: ({ a, b }) => `${a},${b}`,
    broken: () => undefined,
    isEnd: ({ a, b }) => a === top && b === top,
    goodEnd: "ends",
    ...change,
  };
}

function step(label: string, next: Two, rank: number | null = 0, broken?: string): Step<Two> {
  return { label, next, rank: rank ?? undefined, broken };
}

test("all interleavings are visited, each state once", () => {
  expect(explore(counters(9), 1_000)).toMatchObject({ states: 100, steps: 180, depth: 18, complete: true });
});

test("the shortest way to a state that breaks an invariant is told", () => {
  const broken = ({ a, b }: Two) => (a === 2 && b >= 1 ? "not both" : undefined);
  const { violation } = explore(counters(9, { broken }), 1_000);
  expect(violation?.invariant).toBe("not both");
  expect(violation?.trace.map(({ label }) => label).sort()).toEqual(["a", "a", "b"]);
  expect(violation?.trace.at(-1)?.state).toEqual({ a: 2, b: 1 });
});

test("a step that breaks an invariant is told, with its state", () => {
  const steps = ({ a, b }: Two) => (a < 3 ? [step("up", { a: a + 1, b }, 0, a === 2 ? "too high" : undefined)] : []);
  const { violation } = explore(counters(3, { steps }), 1_000);
  expect(violation).toMatchObject({ invariant: "too high", trace: [{}, {}, { state: { a: 3, b: 0 } }] });
});

test("a state that only faults lead out of has no good end", () => {
  const steps = ({ a, b }: Two) => (a === 2 ? [step("fault", { a: 9, b }, null)] : [step("a", { a: a + 1, b })]);
  const { violation } = explore(counters(9, { steps: (state) => (state.a === 9 ? [] : steps(state)) }), 1_000);
  expect(violation).toMatchObject({ invariant: "ends", trace: [{ label: "a" }, { label: "a" }] });
});

test("going round in circles is no good end", () => {
  const steps = ({ a, b }: Two) => [step("round", { a: (a + 1) % 4, b })];
  expect(explore(counters(9, { steps }), 1_000).violation?.invariant).toBe("ends");
});

test("of the steps without faults the one of the lowest rank is what happens", () => {
  const steps = ({ a, b }: Two) => [step("stay away", { a: (a + 1) % 4, b }, 2), step("end", { a: 9, b: 9 }, 1)];
  expect(explore(counters(9, { steps }), 1_000).violation).toBeUndefined();
});

test("a search that is cut off says so, and does not judge what it has not seen", () => {
  expect(explore(counters(99), 500)).toMatchObject({ states: 500, complete: false, violation: undefined });
});
