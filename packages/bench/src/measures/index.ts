import type { MachineMeasure, Measure } from "../measure.js";
import { ceiling } from "./ceiling.js";
import { p16 } from "./p16-command-cpu.js";

/** Every measure, in the order in which `pnpm bench` runs them. */
export const measures: readonly (Measure | MachineMeasure)[] = [ceiling, p16];
