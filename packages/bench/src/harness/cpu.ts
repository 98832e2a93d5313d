import { readFileSync } from "node:fs";

/** Linux counts CPU time in ticks of 10 ms, whatever the kernel's own timer is. */
const TICKS_PER_SECOND = 100;

/** CPU used, in cores: 0.5 = half of one core all the time. */
export interface Load {
  readonly seconds: number;
  readonly server: number;
  /** Children of the bench, as they reported. */
  readonly clients: number;
  /** All the rest of the machine, less the bench itself. */
  readonly others: number;
}

/** Starts to watch a server process. The returned function ends it, given the CPU seconds that the clients used. */
export function watchLoad(serverPid: number): (clientSeconds: number) => Load {
  const startedAt = performance.now();
  const server = processSeconds(serverPid);
  const own = process.cpuUsage();
  const machine = machineSeconds();
  return (clientSeconds) => {
    const seconds = (performance.now() - startedAt) / 1000;
    const serverUsed = processSeconds(serverPid) - server;
    const ownUsage = process.cpuUsage(own);
    const ownUsed = (ownUsage.user + ownUsage.system) / 1e6;
    const othersUsed = machineSeconds() - machine - serverUsed - clientSeconds - ownUsed;
    return {
      seconds,
      server: serverUsed / seconds,
      clients: clientSeconds / seconds,
      others: Math.max(0, othersUsed) / seconds,
    };
  };
}

/** CPU seconds that a process has used in user and kernel mode, its threads included. 0 where there is no /proc. */
export function processSeconds(pid: number): number {
  const stat = read(`/proc/${pid}/stat`);
  // The name in parentheses may hold spaces; state is the first field after it, utime and stime the 12th and 13th.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS_PER_SECOND;
}

/** CPU seconds that the whole machine was not idle. 0 where there is no /proc. */
export function machineSeconds(stat: string = read("/proc/stat")): number {
  const [, user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = (stat.split("\n")[0] ?? "")
    .split(/\s+/)
    .map(Number);
  return (user + nice + system + irq + softirq) / TICKS_PER_SECOND;
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
