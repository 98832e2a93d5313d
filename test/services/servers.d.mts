/** What can be started. */
export type ProductName = "mariadb" | "mysql" | "redis";

/** A program that can be started, wherever it came from. */
export interface Program {
  readonly product: ProductName;
  /** As the program says it: `10.11.6`, `9.1.0`. */
  readonly version: string;
  /** The program and the arguments that come before all others. */
  readonly command: readonly [string, ...string[]];
  /** Folder of error messages, character sets and system table scripts; SQL servers only. */
  readonly share?: string;
}

export interface StartOptions {
  /** More server flags: `["--transaction-isolation=READ-COMMITTED"]`. */
  readonly flags?: readonly string[];
  /** Added to the server's environment: `{ TZ: "Europe/Berlin" }`. */
  readonly env?: Readonly<Record<string, string>>;
  /**
   * `"fast"` (default) leaves out every fsync: right for tests, whose data die with the server; a SIGKILL of the server
   * still loses nothing. `"full"` keeps the product's defaults, for measuring.
   */
  readonly durability?: "fast" | "full";
  /** Told what takes long. Default: a line on stderr. */
  readonly log?: (line: string) => void;
}

/** A server of our own: own data folder, own port, bound to 127.0.0.1. It dies with this process, whatever ends it. */
export interface PrivateServer {
  readonly product: ProductName;
  readonly version: string;
  /** `mysql://root@127.0.0.1:port` or `redis://127.0.0.1:port`; root has no password. */
  readonly url: string;
  readonly port: number;
  /** Of the process that runs now; after `restart()` it is another one. */
  readonly pid: number;
  /** The server's log, for messages and tests. */
  readonly logFile: string;
  /** Ends the server and removes its folder. May be called twice. */
  stop(): Promise<void>;
  /** SIGKILL, as a crash does it; the data stay for `restart()`. */
  kill(): Promise<void>;
  /** Stops the server in an orderly way if it runs, and starts it on the same data and port. */
  restart(): Promise<void>;
}

/** Finds, or on Debian unpacks, the program; throws an Error that says what to install. */
export function obtain(product: ProductName, log?: (line: string) => void): Promise<Program>;
export function startMariadb(options?: StartOptions): Promise<PrivateServer>;
export function startMysql(options?: StartOptions): Promise<PrivateServer>;
export function startRedis(options?: StartOptions): Promise<PrivateServer>;
/** What a MySQL or MariaDB server says of itself when one connects. Needs no driver. */
export function greetSql(host: string, port: number): Promise<{ product: "mariadb" | "mysql"; version: string }>;
/** The first installed server of this product that is new enough; `path` stands in for the machine's search path. */
export function findInstalled(product: ProductName, options?: { readonly path?: string }): Program | undefined;
/** Runs `work` while this process holds the lock file. */
export function withLock<T>(
  file: string,
  work: () => Promise<T>,
  options?: { readonly waitMs?: number; readonly onWait?: (holder: number) => void },
): Promise<T>;
