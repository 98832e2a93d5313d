import { expect, test } from "vitest";
import { parseBenchArgs } from "./args.js";

test("all measures on both servers in five rounds is the default", () => {
  expect(parseBenchArgs([], ["p1"])).toEqual({
    names: [],
    products: ["mysql", "mariadb"],
    rounds: 5,
    rows: null,
    quick: false,
    json: false,
    charts: null,
    help: false,
  });
});

test("names are taken in either case, numbers with separators, quick means one round", () => {
  const args = parseBenchArgs(["P1", "--rows", "5,000_000", "--quick", "--server", "mariadb"], ["p1"]);
  expect(args).toMatchObject({ names: ["p1"], rows: 5_000_000, rounds: 1, products: ["mariadb"] });
  expect(parseBenchArgs(["--quick", "--rounds", "3"], []).rounds).toBe(3);
});

test("what is unknown is refused with what there is", () => {
  expect(() => parseBenchArgs(["p99"], ["p1", "p5"])).toThrow('no measure "p99"; there are p1, p5');
  expect(() => parseBenchArgs(["--server", "oracle"], [])).toThrow("mysql or mariadb");
  expect(() => parseBenchArgs(["--rounds", "0"], [])).toThrow("from 1 up");
  expect(() => parseBenchArgs(["--sloppy"], [])).toThrow("--sloppy");
});
