import type { WalkDesign } from "@queuegen/model";
import { modes } from "@queuegen/modes";

/** In a mode that walks over a table of the application's: what the queue's own table is like. */
export function walkOf(mode: string): WalkDesign | undefined {
  return modes.find(({ name }) => name === mode)?.walk;
}
