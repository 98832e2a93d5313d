import type { Session } from "../../session/session.js";
import type { Health, HealthLimits, QueueHealth, WorkerState } from "./health.js";
import { judgeHealth } from "./judge-health.js";
import { LoopLag } from "./loop-lag.js";

/** What tells of one queue. */
export interface Measured {
  health(now: number): QueueHealth;
}

/** Gathers what a worker knows of itself. */
export class WorkerHealth {
  readonly #lag = new LoopLag();
  #state: WorkerState = "new";
  #began = performance.now();
  #main: Session | undefined;
  #shifts: readonly Measured[] = [];

  connecting(main: Session): void {
    this.#state = "connecting";
    this.#began = performance.now();
    this.#main = main;
    this.#lag.start();
  }

  running(shifts: readonly Measured[]): void {
    if (this.#state === "connecting") this.#state = "running";
    this.#shifts = shifts;
  }

  stopping(): void {
    if (this.#state !== "stopped") this.#state = "stopping";
  }

  stopped(): void {
    this.#state = "stopped";
    this.#lag.stop();
  }

  ask(limits?: HealthLimits): Health {
    const now = performance.now();
    const facts = {
      state: this.#state,
      connected: this.#state !== "stopped" && this.#main?.connected === true,
      age: now - this.#began,
      eventLoopLag: Math.round(this.#lag.ms),
      queues: this.#shifts.map((shifts) => shifts.health(now)),
    };
    return judgeHealth(facts, limits);
  }
}
