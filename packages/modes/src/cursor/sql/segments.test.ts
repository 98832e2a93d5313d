import { expect, test } from "vitest";
import { segmentsOf } from "./segments.js";

test("a key of one column has one stretch", () => {
  expect(segmentsOf(["id"])).toEqual([{ name: "Between0", condition: "id > :at_id AND id <= :hi_id" }]);
});

test("a key of two columns has what is left under the first, what is between, and what is under the end", () => {
  expect(segmentsOf(["a", "order"])).toEqual([
    { name: "After1", condition: "a = :at_a AND `order` > :at_order AND (a, `order`) <= (:hi_a, :hi_order)" },
    { name: "Between0", condition: "a > :at_a AND a < :hi_a" },
    { name: "Between1", condition: "a = :at_a AND `order` > :at_order AND `order` <= :hi_order" },
    { name: "Upto1", condition: "a = :hi_a AND `order` <= :hi_order AND (a, `order`) > (:at_a, :at_order)" },
  ]);
});

test("a key of three columns has seven, each bounded in one column behind equal ones", () => {
  expect(segmentsOf(["a", "b", "c"]).map(({ name }) => name)).toEqual([
    ...["After1", "After2", "Between0", "Between1", "Between2", "Upto1", "Upto2"],
  ]);
});
