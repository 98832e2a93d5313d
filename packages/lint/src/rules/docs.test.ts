import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { judge, RULE_NAMES } from "../judge.js";
import { readSource } from "../read-source.js";
import { DEFAULT_SETTINGS, type Settings } from "../settings.js";

const folder = new URL("../../../../docs/rules/", import.meta.url);

/** Code blocks below the heading, up to the next one. */
function blocks(page: string, heading: string): { ending: string; code: string }[] {
  const section = page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
  return [...section.matchAll(/```(ts|sql)\n([\s\S]*?)```/g)].map(([, ending = "", code = ""]) => ({ ending, code }));
}

/** Rules about the oldest server need one; what could not be judged is told where somebody asks. */
function settingsFor(rule: string): Settings {
  if (rule === "unresolved-sql") return { ...DEFAULT_SETTINGS, reportUnresolved: true };
  return rule.endsWith("-on-baseline") ? { ...DEFAULT_SETTINGS, target: "mysql57" } : DEFAULT_SETTINGS;
}

async function rulesThatFire(rule: string, { ending, code }: { ending: string; code: string }): Promise<string[]> {
  const { facts, problem } = await readSource(`example.${ending}`, code);
  if (problem !== undefined) return ["skipped-file"];
  return judge([facts], settingsFor(rule)).findings.map((finding) => finding.code);
}

it("every rule has a page, and every page a rule", () => {
  expect(readdirSync(folder).sort()).toEqual(RULE_NAMES.map((name) => `${name}.md`).sort());
});

describe.each(RULE_NAMES)("the page of %s", (name) => {
  const page = readFileSync(new URL(`${name}.md`, folder), "utf8");

  it("shows wrong code on which exactly this rule fires, once", async () => {
    const wrong = blocks(page, "Wrong");
    expect(wrong.length).toBeGreaterThan(0);
    for (const block of wrong) expect(await rulesThatFire(name, block)).toEqual([name]);
  });

  it("shows right code on which no rule fires", async () => {
    const right = blocks(page, "Right");
    expect(right.length).toBeGreaterThan(0);
    for (const block of right) expect(await rulesThatFire(name, block)).toEqual([]);
  });

  it("says when not to use it, and which options there are", () => {
    expect(page.startsWith(`# ${name}\n`)).toBe(true);
    expect(page).toMatch(/^## Problem$/m);
    expect(page).toMatch(/^## When not to use it$/m);
    expect(page).toMatch(/^## Options$/m);
  });
});
