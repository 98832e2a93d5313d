import { type ChildProcess, fork } from "node:child_process";
import { ClaimLostError, HandlerCrashedError, HandlerTimeoutError } from "../../errors.js";
import type { JobContext } from "../context.js";
import type { Log } from "../log.js";
import type { Outcome } from "../outcome.js";
import { describeEnd } from "./describe-end.js";
import { type ErrorReport, reportOf, revive } from "./error-report.js";
import { childExecArgv } from "./exec-argv.js";
import type { HandlerModule } from "./handler-module.js";
import type { Ask, Did, FromChild, Step, ToChild } from "./messages.js";
import type { RemoteTransaction } from "./remote-transaction.js";
import { fromWire } from "./wire-outcome.js";

/** A handler whose claim is lost works for nothing: it gets this long to notice. */
const LOSS_GRACE_MS = 5_000;
/** Between the end of a process and the end of what it had to say. */
const LAST_WORDS_MS = 500;

export interface ChildSettings {
  readonly queue: string;
  readonly module: HandlerModule;
  readonly maxMemoryMb: number | null;
  /** Main file of a child. */
  readonly entry: string;
  readonly log: Log;
}

export interface ReadyChild {
  /** The module exports one, for `ctx.transaction` and `ctx.once`. */
  readonly database: boolean;
}

interface Run {
  readonly number: number;
  readonly id: string;
  readonly context: JobContext<RemoteTransaction>;
  resolve(outcome: Outcome | undefined): void;
  reject(error: Error): void;
}

/** One child process: runs one job at a time. */
export class HandlerProcess {
  readonly #settings: ChildSettings;
  readonly #process: ChildProcess;
  readonly #steps = new Map<number, { resolve(did: Did): void; reject(error: Error): void }>();
  /** Errors that went there during this run: they come back when the handler lets them pass. */
  #sent: Error[] = [];
  /** What its module has. Rejects with what keeps it from starting. */
  readonly ready: Promise<ReadyChild>;
  /** Resolves with how it ended: "was ended by SIGSEGV". */
  readonly ended: Promise<string>;
  #run: Run | undefined;
  #runs = 0;
  /** Why it was killed, or what reached it before it ended by itself. */
  #why: string | undefined;
  #over = false;

  constructor(settings: ChildSettings) {
    const { entry, queue, module, maxMemoryMb } = settings;
    this.#settings = settings;
    this.#process = fork(entry, {
      execArgv: childExecArgv(process.execArgv, maxMemoryMb),
      // Structured clones: bigint, Date and Buffer arrive as such.
      serialization: "advanced",
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    this.ended = this.#awaitEnd();
    this.ready = this.#awaitReady();
    this.#tell({ kind: "open", queue, file: module.file.href, name: module.name });
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  get busy(): boolean {
    return this.#run !== undefined;
  }

  /** Job it runs. */
  get job(): string | undefined {
    return this.#run?.id;
  }

  /** The outcome of the handler there. Rejects with what it threw, or with HandlerCrashedError. */
  async run(job: { readonly id: string }, context: JobContext<RemoteTransaction>): Promise<Outcome | undefined> {
    const { signal } = context;
    let grace: NodeJS.Timeout | undefined;
    const onAbort = () => {
      if (signal.reason instanceof HandlerTimeoutError) return this.kill("was killed at the time-out");
      this.#tell({ kind: "abort", run: this.#runs, error: reportOf(signal.reason) });
      if (signal.reason instanceof ClaimLostError) {
        grace = setTimeout(() => this.kill("was killed after its claim was lost"), LOSS_GRACE_MS);
      }
    };
    try {
      return await new Promise<Outcome | undefined>((resolve, reject) => {
        this.#run = { number: ++this.#runs, id: job.id, context, resolve, reject };
        this.#tell({ kind: "job", run: this.#runs, job, attempt: context.attempt });
        signal.addEventListener("abort", onAbort);
        if (signal.aborted) onAbort();
        if (this.#over) void this.ended.then((why) => this.#fail(why));
      });
    } finally {
      this.#run = undefined;
      this.#sent = [];
      signal.removeEventListener("abort", onAbort);
      clearTimeout(grace);
    }
  }

  /** @param why "was killed ...", for error_message */
  kill(why: string): void {
    this.#why ??= why;
    this.#process.kill("SIGKILL");
  }

  /** Lets it end by itself; one that does not is killed. */
  async close(patience: number): Promise<void> {
    if (this.#process.connected) this.#process.disconnect();
    const timer = setTimeout(() => this.kill("was killed at the stop of its worker"), patience);
    await this.ended;
    clearTimeout(timer);
  }

  #awaitEnd(): Promise<string> {
    const child = this.#process;
    return new Promise((resolve) => {
      child.on("error", (error) => {
        if (child.pid === undefined) end(`could not be started: ${error.message}`);
      });
      child.once("exit", (code, signal) => {
        const text = () => describeEnd(code, signal, this.#why, this.#settings.maxMemoryMb);
        // Its last messages may still be on their way.
        const timer = setTimeout(() => end(text()), LAST_WORDS_MS);
        const heard = () => {
          clearTimeout(timer);
          end(text());
        };
        if (child.connected) child.once("disconnect", heard);
        else setImmediate(heard);
      });
      const end = (why: string) => {
        if (this.#over) return;
        this.#over = true;
        resolve(why);
        // Whoever counts the children learns it first, then the job whose slot comes free.
        queueMicrotask(() => queueMicrotask(() => this.#fail(why)));
      };
    });
  }

  #awaitReady(): Promise<ReadyChild> {
    const ready = new Promise<ReadyChild>((resolve, reject) => {
      this.#process.on("message", (message: FromChild) => {
        if (message.kind === "ready") resolve(message);
        else if (message.kind === "refused") reject(new Error(message.problem));
        else this.#heed(message);
      });
      void this.ended.then((why) => reject(new Error(`the process that loads ${this.#settings.module.path} ${why}`)));
    });
    ready.catch(() => {});
    return ready;
  }

  #heed(message: FromChild): void {
    // A handler may send messages of its own, which are not for us.
    if (typeof message !== "object" || message === null) return;
    const run = this.#run;
    if (message.kind === "did") this.#heedStep(message);
    else if (message.kind === "stray") this.#why ??= `ended by itself: ${message.error.name}: ${message.error.message}`;
    else if (message.kind === "log") {
      const log = message.run === run?.number ? run.context.log : this.#settings.log;
      log[message.level](message.fields, message.message);
    } else if (message.kind === "ask") void this.#answer(message, run);
    else if (run === undefined || !("run" in message) || message.run !== run.number) return;
    else if (message.kind === "ended") run.resolve(fromWire(message.outcome));
    else if (message.kind === "failed") run.reject(this.#original(message.error));
  }

  /** The very object, where an error of ours has gone there and back. */
  #original(report: ErrorReport): Error {
    return (
      this.#sent.find(({ message, stack }) => message === report.message && stack === report.stack) ?? revive(report)
    );
  }

  async #answer(message: { readonly run: number; readonly ask: number } & Ask, run: Run | undefined): Promise<void> {
    const { ask } = message;
    try {
      if (run === undefined || run.number !== message.run) throw new Error("the handler of this job is over");
      this.#tell({ kind: "answer", ask, value: await this.#do(message, run.context) });
    } catch (error) {
      if (error instanceof Error) this.#sent.push(error);
      this.#tell({ kind: "answer", ask, error: reportOf(error) });
    }
  }

  async #do(ask: Ask, context: JobContext<RemoteTransaction>): Promise<unknown> {
    if (ask.what === "heartbeat") return context.heartbeat();
    const send = (step: Step) => this.#step(ask.call, step);
    // What a transaction gives stays where it is.
    if (ask.what === "transaction") return context.transaction((trx) => trx.begin(send)).then(() => undefined);
    const key = ask.key as string;
    if (ask.transactional) return context.once(key, (trx) => trx.begin(send));
    return context.once(key, async () => (await send({ step: "call" })).value, { transaction: false });
  }

  #step(call: number, step: Step): Promise<Did> {
    return new Promise((resolve, reject) => {
      this.#steps.set(call, { resolve, reject });
      this.#tell({ kind: "step", call, ...step });
      if (this.#over) void this.ended.then((why) => this.#fail(why));
    });
  }

  #heedStep(did: Extract<FromChild, { readonly kind: "did" }>): void {
    const waiting = this.#steps.get(did.call);
    this.#steps.delete(did.call);
    if (did.error === undefined) waiting?.resolve(did);
    else waiting?.reject(revive(did.error));
  }

  #fail(why: string): void {
    const error = new HandlerCrashedError(this.#settings.queue, this.#run?.id ?? "?", why);
    for (const waiting of this.#steps.values()) waiting.reject(error);
    this.#steps.clear();
    this.#run?.reject(error);
  }

  #tell(message: ToChild): void {
    // A child that is gone is told of by its end.
    if (this.#process.connected) this.#process.send(message, () => {});
  }
}
