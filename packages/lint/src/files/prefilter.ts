import type { Trigger } from "../rule.js";

/** Judges the bytes of a file: false where no rule can find anything in it. */
export type Prefilter = (bytes: Buffer) => boolean;

/** `names` are table and model names, taken as they are. */
export function makePrefilter(triggers: readonly Trigger[], names: readonly string[]): Prefilter {
  const single = new Set<string>(names.map((name) => escapeRegExp(name)));
  const together = new Map<string, readonly RegExp[]>();
  for (const trigger of triggers) {
    if (typeof trigger === "string") single.add(trigger);
    else together.set(trigger.join("\n"), trigger.map(toRegExp));
  }
  const any = toRegExp([...single].join("|"));
  return (bytes) => {
    // One character a byte: no decoding, and offsets do not matter here.
    const text = bytes.toString("latin1");
    if (single.size > 0 && any.test(text)) return true;
    for (const all of together.values()) if (all.every((part) => part.test(text))) return true;
    return false;
  };
}

function toRegExp(source: string): RegExp {
  return new RegExp(source, "i");
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
