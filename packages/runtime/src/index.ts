export type { MysqlClient, MysqlConnection, MysqlPool } from "./client/mysql.js";
export type { RedisClient, RedisPublisher } from "./client/redis.js";
export {
  ClaimLostError,
  ConfigError,
  HandlerCrashedError,
  HandlerTimeoutError,
  KeyBusyError,
  PayloadError,
  UsageError,
} from "./errors.js";
export { publishWakes } from "./producer/publish-wakes.js";
export { type AfterCommit, wakeAfter } from "./producer/wake-after.js";
export { type RunWorkerOptions, runWorker } from "./run-worker.js";
export type { Duration } from "./time/duration.js";
export type { Handler, JobContext } from "./worker/context.js";
export type { Listener, WorkerEvents } from "./worker/events.js";
export type {
  Health,
  HealthLimits,
  HealthProblem,
  OldestHandler,
  QueueHealth,
  WorkerState,
} from "./worker/health/health.js";
export { type HandlerModule, handlerModule } from "./worker/isolation/handler-module.js";
export type { RecycleLimits, RecycleReason } from "./worker/limits/limits.js";
export type { Size } from "./worker/limits/size.js";
export type { Log } from "./worker/log.js";
export type { Once } from "./worker/once.js";
export { type Dead, dead, type Outcome, type Release, type RetryAfter, release, retryAfter } from "./worker/outcome.js";
export type { JobOf, Registration, Registrations, Registry } from "./worker/registry.js";
export { createWorker, type Handlers, type StopReason, type Worker, type WorkerOptions } from "./worker/worker.js";
