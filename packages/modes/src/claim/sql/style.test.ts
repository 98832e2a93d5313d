import { expect, it } from "vitest";
import { sourceSql, sqlLiteral } from "./style.js";

it.each(["SELECT 1", "a `b` c", "\\n stays", "two\nlines", "\u0024{NOT_A_CONSTANT}", "$ {a}", "a\\`b"])(
  "the literal of %j yields it",
  (sql) => {
    expect(new Function(`return ${sqlLiteral(sql)}`)()).toBe(sql);
  },
);

it("names a shared part instead of repeating it", () => {
  const sql = `SET x = ${sourceSql.part("NOW_MS", "never printed")} WHERE \`key\` = 0`;
  expect(sqlLiteral(sql)).toBe("`SET x = \u0024{NOW_MS} WHERE \\`key\\` = 0`");
});
