/** Ends processes and removes a folder when this process goes, in whatever way. */
export interface Watchdog {
  watch(pid: number): void;
  unwatch(pid: number): void;
  /** Ends what is watched, removes the folder, and resolves when that is done. */
  dismiss(): Promise<void>;
}

export function startWatchdog(folder: string | undefined): Watchdog;
