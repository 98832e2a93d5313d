import { type Scope, scope } from "./scope.js";
import { WAITING } from "./state.js";

export type ScopeName =
  | "late"
  | "outcomes"
  | "alone"
  | "stale"
  | "release"
  | "frozen"
  | "halves"
  | "crashes"
  | "neighbours"
  | "two"
  | "rounds"
  | "jumps"
  | "back"
  | "cut"
  | "transactions"
  | "beside"
  | "held"
  | "operator"
  | "purge"
  | "delays"
  | "groups"
  | "deleted"
  | "single"
  | "three"
  | "fused";

const LATE = { losses: 1 };

/** What the explorer goes through. Each scope is small in most things, so that it can be complete in one. */
export const SCOPES: Readonly<Record<ScopeName, Scope>> = {
  late: scope("lost and late statements", { does: ["retry", "late"], chances: LATE }),
  outcomes: scope("all outcomes of one worker", {
    ...{
      workers: 1,
      does: ["retry", "dead", "back", "release", "heartbeat", "late"],
      chances: { losses: 1, crashes: 1 },
    },
  }),
  alone: scope("one worker and its late statements", { workers: 1, does: ["retry", "late"], chances: LATE }),
  stale: scope("claims of what was seen long ago", { does: ["staleLook"] }),
  release: scope("released and claimed again", { workers: 1, does: ["release", "late"], chances: LATE }),
  frozen: scope("heartbeats after the lease", { workers: 1, does: ["heartbeat"] }),
  halves: scope("leases in half seconds", { workers: 1, ticksPerSecond: 2, lease: 2, interval: 2 }),
  crashes: scope("a job that kills its worker", { workers: 1, does: ["heartbeat", "retry"], chances: { crashes: 3 } }),
  neighbours: scope("crashes beside a neighbour", {
    ...{ workers: 1, rows: [{}, {}], max: 3, does: ["heartbeat"], chances: { crashes: 4 } },
  }),
  two: scope("two workers, two rows", { rows: [{}, {}], chances: { crashes: 1 } }),
  rounds: scope("several claims of one worker", {
    workers: 1,
    slots: 2,
    rows: [{}, { status: WAITING, due: 3 }],
    does: ["late"],
    chances: LATE,
  }),
  jumps: scope("jumps of the clock", {
    ...{
      workers: 1,
      ticksPerSecond: 2,
      lease: 2,
      punctual: 2,
      interval: 3,
      does: ["heartbeat"],
      chances: { jumps: 1, freezes: 1 },
    },
  }),
  back: scope("the clock steps back", {
    ...{ workers: 1, lease: 2, punctual: 1, interval: 2, does: ["heartbeat"], chances: { jumps: 2, freezes: 1 } },
  }),
  cut: scope("a worker cut off", {
    ...{ ticksPerSecond: 2, lease: 1, punctual: 1, interval: 2, does: ["heartbeat"], chances: { cuts: 1 } },
  }),
  transactions: scope("transactions", { does: ["transaction", "late"], chances: LATE }),
  beside: scope("a transaction beside a neighbour", {
    ...{ workers: 1, rows: [{}, {}], slots: 2, lease: 2, punctual: 1, interval: 2 },
    ...{ does: ["transaction", "heartbeat", "late"], chances: LATE },
  }),
  held: scope("a transaction that holds its row", {
    ...{ workers: 1, rows: [{}, {}], lease: 2, punctual: 1, interval: 2, does: ["transaction", "heartbeat"] },
  }),
  operator: scope("the operator", {
    ...{ does: ["retryDead", "dueNow", "cancel", "releaseHeld", "retry"], chances: { operator: 2 } },
  }),
  purge: scope("the purge", {
    workers: 1,
    keep: 1,
    does: ["retryDead", "purge", "retry"],
    chances: { operator: 1, losses: 1 },
  }),
  delays: scope("delays and backoffs", {
    rows: [{ status: WAITING, due: 1 }],
    backoffs: [0, 2],
    max: 3,
    does: ["retry"],
  }),
  groups: scope("groups", { rows: [{}, {}], does: ["group", "retry"] }),
  deleted: scope("rows deleted when done", {
    ...{ max: 1, does: ["deleteDone", "releaseHeld", "late"], chances: { losses: 1, operator: 1 } },
  }),
  single: scope("a single attempt", {
    workers: 1,
    max: 1,
    does: ["retry", "release", "late"],
    chances: { losses: 1, crashes: 1 },
  }),
  fused: scope("completion and claim in one transaction", {
    ...{ workers: 1, rows: [{}, { status: WAITING, due: 1 }], does: ["fused", "late"], chances: LATE },
  }),
  three: scope("three workers", { workers: 3, does: ["retry"] }),
};
