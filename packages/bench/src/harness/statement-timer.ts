import type { Pool } from "mysql2/promise";

/** What a statement of a claim queue is for, told by its text. */
export type StatementKind = "look" | "claim" | "complete" | "other";

/** Times every statement of a pool's connections, from sending to the reply, in ms. */
export class StatementTimer {
  readonly times: Readonly<Record<StatementKind, number[]>> = { look: [], claim: [], complete: [], other: [] };
  /** Looks and the claims that followed them, added up: what one claim of a batch takes. */
  readonly claims: number[] = [];
  #look = 0;

  constructor(pool: Pool) {
    const core = pool.pool as unknown as { on(event: "connection", listener: (made: CoreConnection) => void): void };
    core.on("connection", (connection) => this.#watch(connection));
  }

  reset(): void {
    for (const list of [...Object.values(this.times), this.claims]) list.length = 0;
  }

  #watch(connection: CoreConnection): void {
    const query = connection.query.bind(connection);
    connection.query = (...args) => {
      const [options] = args;
      const sql = typeof options === "string" ? options : (options as { readonly sql: string }).sql;
      const done = args.at(-1);
      if (typeof done !== "function") return query(...args);
      const kind = statementKind(sql);
      const sentAt = performance.now();
      return query(...args.slice(0, -1), (...answer: unknown[]) => {
        this.#add(kind, performance.now() - sentAt);
        done(...answer);
      });
    };
  }

  #add(kind: StatementKind, took: number): void {
    this.times[kind].push(took);
    if (kind === "look") this.#look = took;
    if (kind === "claim") this.claims.push(this.#look + took);
  }
}

interface CoreConnection {
  query: (...args: unknown[]) => unknown;
}

export function statementKind(sql: string): StatementKind {
  if (/^\s*UPDATE\b/.test(sql)) {
    if (/\bSET\s+status = 1\b/.test(sql)) return "claim";
    return /\bSET\s+status = 2\b/.test(sql) ? "complete" : "other";
  }
  return /^\s*SELECT\b.*\bstatus = 0 AND id > /s.test(sql) ? "look" : "other";
}
