import { type Scope, scope } from "../spec/scope.js";

/** Half a second, as in the model. */
export const TICK_MS = 500;

export const ROWS = 3;
export const SOURCES = 2;

/** What the statements are generated for. */
export const SCOPE: Scope = scope("real servers", { lease: 2, ticksPerSecond: 2, keep: 2, max: 2, interval: 1 });

/** A row finished `keep` ticks ago is past it. */
export const KEEP_MS: number = SCOPE.keep * TICK_MS - TICK_MS / 2;

/** The moment at which every run begins by the servers' clocks: epoch ms, a full second. */
export const BEGIN_MS = 1_900_000_000_000;
