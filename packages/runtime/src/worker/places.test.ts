import { expect, test } from "vitest";
import { Places, type QueuePlaces } from "./places.js";

/** Starts what may be started, one queue after the other, until nobody may start any more. */
function fill(...queues: readonly QueuePlaces[]): readonly number[] {
  for (let moved = true; moved; ) {
    moved = false;
    for (const queue of queues) {
      if (queue.wants && queue.free > 0) {
        queue.take();
        moved = true;
      }
    }
  }
  return queues.map(({ running }) => running);
}

test.each([
  [10, [1, 1], [5, 5]],
  [12, [3, 1], [9, 3]],
  [10, [3, 1], [8, 2]],
  [6, [1, 2, 3], [1, 2, 3]],
  [1, [1, 1000], [0, 1]],
  [4, [49, 49], [2, 2]],
] as const)("%i places, weights %j: %j", (total, weights, shares) => {
  const places = new Places(total);
  const queues = weights.map((weight) => places.join(weight, () => {}));
  for (const queue of queues) queue.want(true);
  expect(fill(...queues)).toEqual(shares);
});

test("a queue alone with work has all places, and gives them back one by one to the other when that has work", () => {
  const places = new Places(4);
  const rung: string[] = [];
  const [a, b] = [places.join(1, () => rung.push("a")), places.join(1, () => rung.push("b"))];
  a.want(true);
  expect(fill(a, b)).toEqual([4, 0]);
  b.want(true);
  expect([a.free, b.free]).toEqual([0, 0]);
  a.give();
  expect(rung).toEqual(["b"]);
  // The place is kept for the one that has less, though the other asks first.
  expect([a.free, b.free]).toEqual([0, 1]);
  expect(fill(a, b)).toEqual([3, 1]);
  a.give();
  expect(fill(a, b)).toEqual([2, 2]);
});

test("a queue that found nothing to do lets the others go on", () => {
  const places = new Places(2);
  let rung = 0;
  const [a, b] = [places.join(1, () => rung++), places.join(1, () => {})];
  a.want(true);
  b.want(true);
  a.take();
  expect(a.free).toBe(0);
  b.want(false);
  expect(rung).toBe(1);
  expect(a.free).toBe(1);
});

test("never more than the total run, whatever they ask for", () => {
  const places = new Places(7);
  const queues = [2, 5, 1].map((weight) => places.join(weight, () => {}));
  for (const queue of queues) queue.want(true);
  for (let step = 0; step < 1_000; step++) {
    const queue = queues[(step * 7) % 3]!;
    if (step % 5 === 0 && queue.running > 0) queue.give();
    else if (queue.free > 0) queue.take();
    expect(queues.reduce((sum, { running }) => sum + running, 0)).toBeLessThanOrEqual(7);
  }
});

test("a queue that has left is nobody's rival", () => {
  const places = new Places(1);
  const [a, b] = [places.join(1, () => {}), places.join(1, () => {})];
  b.want(true);
  b.leave();
  expect(a.free).toBe(1);
});
