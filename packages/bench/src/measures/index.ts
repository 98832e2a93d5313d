import type { MachineMeasure, Measure } from "../measure.js";
import { ceiling } from "./ceiling.js";
import { p1 } from "./p1-throughput.js";
import { p2 } from "./p2-skip-locked.js";
import { p3 } from "./p3-processes.js";
import { p4 } from "./p4-slow-handler.js";
import { p5 } from "./p5-backlog.js";
import { p6 } from "./p6-other-rows.js";
import { p7 } from "./p7-enqueue.js";
import { p8 } from "./p8-pick-up.js";
import { p9 } from "./p9-idle.js";
import { p10 } from "./p10-many-jobs.js";
import { p12 } from "./p12-delayed.js";
import { p15 } from "./p15-client-cpu.js";
import { p16 } from "./p16-command-cpu.js";
import { p17 } from "./p17-lint.js";
import { p18 } from "./p18-weight.js";
import { p19 } from "./p19-memory.js";
import { rivals } from "./rivals.js";

/** Every measure, in the order in which they are run. */
export const measures: readonly (Measure | MachineMeasure)[] = [
  ceiling,
  p1,
  p2,
  rivals,
  p3,
  p4,
  p5,
  p6,
  p7,
  p8,
  p9,
  p10,
  p12,
  p15,
  p16,
  p17,
  p18,
  p19,
];
