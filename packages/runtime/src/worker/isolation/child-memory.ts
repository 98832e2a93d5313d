import { readFile } from "node:fs/promises";

/**
 * MB that a process takes (resident set), or undefined where the system does not tell: then only the limit of its heap
 * holds. Reads a file of the kernel, so a process that is busy is seen as well.
 */
export async function memoryOf(pid: number): Promise<number | undefined> {
  try {
    const [, kb] = /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, "latin1")) ?? [];
    return kb === undefined ? undefined : Math.round(Number(kb) / 1024);
  } catch {
    return undefined;
  }
}
