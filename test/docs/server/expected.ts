import { expect } from "vitest";
import type { Block } from "../markdown.js";
import { matches, type Step } from "../session.js";

/** Holds each step to the `text` block right after it, where the page shows what is printed. */
export function expectOutputs(blocks: readonly Block[], steps: readonly Step[]): void {
  for (const { block, output } of steps) {
    const shown = blocks[blocks.indexOf(block) + 1];
    if (shown?.language !== "text" || shown.heading !== block.heading) continue;
    // On failure both texts are shown.
    if (!matches(shown.text, output)) expect(output, `what the block in line ${block.line} prints`).toBe(shown.text);
  }
}
