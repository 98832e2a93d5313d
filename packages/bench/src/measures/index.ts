import type { MachineMeasure, Measure } from "../measure.js";
import { ceiling } from "./ceiling.js";

/** Every measure, in the order in which `pnpm bench` runs them. */
export const measures: readonly (Measure | MachineMeasure)[] = [ceiling];
