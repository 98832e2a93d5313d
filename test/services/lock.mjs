import {
  closeSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** A file without a process number in it is being written right now, or was left by a crash: this old, it was left. */
const UNWRITTEN_MS = 5_000;

/**
 * Runs `work` while this process holds the lock file; waits for another process that holds it, and takes over from one
 * that is gone.
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} work
 * @param {{ readonly waitMs?: number, readonly onWait?: (holder: number) => void }} [options] `waitMs`: 15 minutes
 * @returns {Promise<T>}
 */
export async function withLock(file, work, options = {}) {
  mkdirSync(path.dirname(file), { recursive: true });
  const deadline = Date.now() + (options.waitMs ?? 15 * 60_000);
  let told = false;
  while (!take(file)) {
    const holder = holderOf(file);
    if (holder === "gone") {
      removeStale(file);
      continue;
    }
    if (Date.now() > deadline) {
      throw new Error(`waited too long for process ${holder}, which holds ${file}; end it, or remove that file`);
    }
    if (!told && typeof holder === "number") options.onWait?.(holder);
    told = true;
    await delay(100);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/** @param {string} file */
function take(file) {
  try {
    const handle = openSync(file, "wx");
    writeSync(handle, `${process.pid}\n`);
    closeSync(handle);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/**
 * Of several that saw the same stale lock, one may have taken over already: what is removed is looked at once more.
 * @param {string} file
 */
function removeStale(file) {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    if (holderOf(aside) !== "gone") linkSync(aside, file);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

/**
 * @param {string} file
 * @returns {number | "gone" | "unknown"}
 */
function holderOf(file) {
  try {
    const pid = Number.parseInt(readFileSync(file, "utf8"), 10);
    if (Number.isNaN(pid)) return Date.now() - statSync(file).mtimeMs > UNWRITTEN_MS ? "gone" : "unknown";
    process.kill(pid, 0);
    return pid;
  } catch (error) {
    const code = codeOf(error);
    if (code === "ESRCH") return "gone";
    // ENOENT: given back between the two looks. EPERM: it lives and belongs to somebody else.
    return "unknown";
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
