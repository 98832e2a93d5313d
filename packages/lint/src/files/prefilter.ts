import type { Trigger } from "../rule.js";

/** Judges the bytes of a file: false where no rule can find anything in it. */
export type Prefilter = (bytes: Buffer) => boolean;

type Test = (text: string) => boolean;

/** `names` are words, table and model names among them, taken as they are. */
export function makePrefilter(triggers: readonly Trigger[], names: readonly string[]): Prefilter {
  const single = new Set(names.map((name) => escapeRegExp(name.toLowerCase())));
  const together = new Map<string, readonly Test[]>();
  for (const trigger of triggers) {
    if (typeof trigger === "string") single.add(trigger);
    else together.set(trigger.join("\n"), trigger.map(toTest));
  }
  const any = single.size > 0 ? toTest([...single].join("|")) : () => false;
  const groups = [...together.values()];
  return (bytes) => {
    // One character a byte: no decoding, and offsets do not matter here. Lower case once is cheaper than matching without case.
    const text = bytes.toString("latin1").toLowerCase();
    return any(text) || groups.some((all) => all.every((test) => test(text)));
  };
}

/** A plain word is looked for as such, which is much faster than by a regular expression. */
function toTest(source: string): Test {
  if (/^[a-z ]+$/.test(source)) return (text) => text.includes(source);
  const pattern = new RegExp(source);
  return (text) => pattern.test(text);
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
