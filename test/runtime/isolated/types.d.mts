import type { Handler } from "@queuegen/runtime";
import type { Transaction } from "kysely";
import type { PoolConnection } from "mysql2/promise";

/** What a handler here has to do is the title of its job. */
export interface Job {
  readonly id: string;
  readonly payload: { readonly title: string; readonly body: string };
}

export type Handle = Handler<Job, PoolConnection>;
export type HandleByKysely = Handler<Job, Transaction<{ ledger: { job: string; pid: number; note: string } }>>;
