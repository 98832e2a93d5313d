import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eachServer, freshDatabase } from "../services/database.js";
import { Late, type LateVerb } from "./real/late-commands.js";
import { Oracle } from "./real/oracle.js";
import { RealQueue } from "./real/real-queue.js";
import { QUEUE } from "./real/statements.js";
import { Look, Purge, Reclaim, TimeGoesOn } from "./real/time-commands.js";
import { type End, EndTransaction, endOpen, OpenTransaction } from "./real/transaction-commands.js";
import { Beat, Release, Take, type Write, WriteAll } from "./real/worker-commands.js";

/** One run again: `QUEUEGEN_MODEL_SEED=4711`; longer: `QUEUEGEN_MODEL_SECONDS=600`. */
const SEED = Number(process.env.QUEUEGEN_MODEL_SEED ?? Math.floor(Math.random() * 2 ** 31));
const SECONDS = Number(process.env.QUEUEGEN_MODEL_SECONDS ?? 15);
const MOST_RUNS = 100_000;

const LATE: readonly LateVerb[] = [
  ...(["claim", "claimDue", "start", "heartbeat", "complete", "retry", "dead", "back", "release"] as const),
  ...(["reclaim", "retryDead", "dueNow", "cancel", "releaseHeld", "purge"] as const),
];
const WRITES: readonly Write[] = ["start", "complete", "complete", "retry", "retry", "dead", "back"];
const ENDS: readonly End[] = ["COMMIT", "ROLLBACK", "dies"];

const source = fc.nat({ max: 1 });
const rows = fc.integer({ min: 1, max: 7 });
const delay = fc.nat({ max: 3 });
const late = fc.record({
  ...{ verb: fc.constantFrom(...LATE), rows, token: fc.nat({ max: 5 }), first: fc.boolean(), running: rows, delay },
});

const commands = [
  source.map((one) => new Take(one)),
  source.map((one) => new Take(one)),
  fc.tuple(source, fc.constantFrom(...WRITES), rows, delay).map((values) => new WriteAll(...values)),
  fc.tuple(source, fc.constantFrom(...WRITES), rows, delay).map((values) => new WriteAll(...values)),
  fc.tuple(source, rows).map((values) => new Beat(...values)),
  source.map((one) => new Release(one)),
  fc.constantFrom(1, 2, 3, 5, 6).map((ticks) => new TimeGoesOn(ticks)),
  fc.constantFrom(1, 2, 3, 5, 6).map((ticks) => new TimeGoesOn(ticks)),
  fc.constantFrom(-20, -6, 20).map((ticks) => new TimeGoesOn(ticks)),
  fc.constant(new Look()),
  fc.constant(new Look()),
  fc.constant(new Reclaim()),
  fc.constant(new Purge()),
  fc.tuple(source, fc.nat({ max: 2 })).map((values) => new OpenTransaction(...values)),
  fc.constantFrom(...ENDS).map((end) => new EndTransaction(end)),
  late.map((values) => new Late(values)),
  late.map((values) => new Late(values)),
  late.map((values) => new Late(values)),
];

eachServer((server) => {
  const database = freshDatabase(server);
  let real: RealQueue;
  let steps = 0;
  let runs = 0;
  beforeAll(async () => {
    await QUEUE.createTables(database);
    real = new RealQueue(database);
  });
  afterAll(() => {
    real.close();
    console.log(`${server.name}: ${runs} sequences, ${steps} commands, seed ${SEED}`);
  });

  test(
    `every statement does what the model says, in any order, early or late (seed ${SEED})`,
    async () => {
      const property = fc.asyncProperty(fc.commands(commands, { size: "+1", maxCommands: 60 }), async (sequence) => {
        const oracle = new Oracle();
        await real.begin();
        runs++;
        try {
          await fc.asyncModelRun(() => ({ model: oracle, real }), sequence);
        } finally {
          await endOpen(oracle);
          steps += [...sequence].length;
        }
      });
      const settings = { seed: SEED, numRuns: MOST_RUNS, interruptAfterTimeLimit: SECONDS * 1000, endOnFailure: false };
      await fc.assert(property, settings);
      expect(runs).toBeGreaterThan(0);
    },
    (SECONDS + 120) * 1000,
  );
});
