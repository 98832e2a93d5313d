import { expect, test } from "vitest";
import { interleave } from "./rounds.js";

test("lanes alternate, and every second round runs backwards", async () => {
  const order: string[] = [];
  const lane = (name: string) => ({
    name,
    run: async (round: number) => {
      order.push(`${name}${round}`);
      return `${name}${round}`;
    },
  });
  const samples = await interleave(3, [lane("a"), lane("b")]);
  expect(order).toEqual(["a0", "b0", "b1", "a1", "a2", "b2"]);
  expect(samples).toEqual([
    ["a0", "a1", "a2"],
    ["b0", "b1", "b2"],
  ]);
});
