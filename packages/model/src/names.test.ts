import { describe, expect, test } from "vitest";
import { queueNameProblem, queueNames, sqlNameProblem, suggestQueueName } from "./names.js";

describe("queue names", () => {
  test.each([
    ["notify", { key: "notify", pascal: "Notify", table: "notify_task" }],
    ["order-timeout", { key: "orderTimeout", pascal: "OrderTimeout", table: "order_timeout_task" }],
    ["order_2fa-mail", { key: "order2faMail", pascal: "Order2faMail", table: "order_2fa_mail_task" }],
  ])("%s gives its other names", (name, names) => {
    expect(queueNames(name)).toEqual(names);
    expect(queueNameProblem(name)).toBeUndefined();
  });

  test.each(["a", "x1", "a-b-c", "text", "set", "async", "z".repeat(48)])("%s is good", (name) => {
    expect(queueNameProblem(name)).toBeUndefined();
  });

  test.each([
    ["", "empty"],
    ["z".repeat(200), "200 characters; at most 48"],
    ["../x", "lower-case words"],
    ["Notify", "lower-case words"],
    ["1st", "starts with a letter"],
    ["a--b", "lower-case words"],
    ["a-", "lower-case words"],
    ["größe", "lower-case words"],
    ["a\n", "lower-case words"],
    ["delete", "reserved word"],
    ["constructor", "every JavaScript object"],
    ["value-of", "`valueOf`"],
    ["has_own_property", "`hasOwnProperty`"],
    ["json", "column helper"],
    ["claim", "is a mode"],
    ["aux", "Windows"],
    ["com1", "Windows"],
  ])("%j is refused with the reason", (name, reason) => {
    expect(queueNameProblem(name)).toContain(reason);
  });

  test.each([
    ["Order Timeout", "order-timeout"],
    ["orderTimeout", "order-timeout"],
    ["../x", undefined],
    ["../order", "order"],
    ["2nd_mail", "nd-mail"],
    ["delete", undefined],
    ["", undefined],
    ["你好", undefined],
  ])("%j suggests %s", (name, suggestion) => {
    expect(suggestQueueName(name)).toBe(suggestion);
  });
});

describe("names in the table", () => {
  test.each(["id", "order", "GROUP", "_x", "a".repeat(64)])("%s is good", (name) => {
    expect(sqlNameProblem(name)).toBeUndefined();
  });

  test.each([
    ["", "empty"],
    ["a".repeat(65), "65 characters; MySQL allows 64"],
    ["a b", "letters from A to Z"],
    ["shop.orders", "letters from A to Z"],
    ["`", "letters from A to Z"],
    ["1a", "does not start with a digit"],
    ["__proto__", "every JavaScript object"],
    ["constructor", "every JavaScript object"],
  ])("%j is refused with the reason", (name, reason) => {
    expect(sqlNameProblem(name)).toContain(reason);
  });
});
