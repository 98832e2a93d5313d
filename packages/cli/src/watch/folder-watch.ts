import { type FSWatcher, statSync, watch } from "node:fs";
import { basename, join } from "node:path";
import { QueuegenError } from "@queuegen/model";

/**
 * Watches folders, never single files: an editor that writes a new file and renames it over the old one would leave a
 * watcher of the old file looking at nothing.
 */
export class FolderWatch {
  readonly #watchers = new Map<string, Watched>();
  readonly #onChange: (path: string) => void;
  readonly #onError: (error: unknown) => void;

  /** `onChange` is told the absolute path of what was made, changed or removed, or its folder where the system does not say. */
  constructor(onChange: (path: string) => void, onError: (error: unknown) => void) {
    this.#onChange = onChange;
    this.#onError = onError;
  }

  /** Watches these folders (absolute) and no others. True where one of them is new: what changed before is not told. */
  set(folders: ReadonlySet<string>): boolean {
    for (const [folder, { watcher, inode }] of this.#watchers) {
      // One that was removed and made anew is another folder, and the watcher of the old one sees nothing any more.
      if (folders.has(folder) && inodeOf(folder) === inode) continue;
      watcher.close();
      this.#watchers.delete(folder);
    }
    const fresh = [...folders].filter((folder) => !this.#watchers.has(folder));
    return fresh.map((folder) => this.#add(folder)).includes(true);
  }

  close(): void {
    this.set(new Set());
  }

  #add(folder: string): boolean {
    try {
      const inode = inodeOf(folder);
      const watcher = watch(folder, (_event, name) => {
        if (name !== null) this.#onChange(join(folder, name));
        // Its own name: it was moved or removed itself. One that is made anew may get the old one's inode.
        if (name === null || name === basename(folder)) this.#forget(folder);
      });
      watcher.on("error", (error) => this.#lost(folder, error));
      this.#watchers.set(folder, { watcher, inode });
      return true;
    } catch (error) {
      // Gone since it was listed; its parent tells when it is back.
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
      throw watchError(folder, error);
    }
  }

  /** A folder that is removed ends its watcher, on some systems by an error. */
  #lost(folder: string, error: unknown): void {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ENOENT" && code !== "EPERM") this.#onError(watchError(folder, error));
    this.#forget(folder);
  }

  /** The next `set` watches it anew, if it is there. */
  #forget(folder: string): void {
    this.#watchers.get(folder)?.watcher.close();
    this.#watchers.delete(folder);
    this.#onChange(folder);
  }
}

interface Watched {
  readonly watcher: FSWatcher;
  readonly inode: number | undefined;
}

function inodeOf(folder: string): number | undefined {
  return statSync(folder, { throwIfNoEntry: false })?.ino;
}

function watchError(folder: string, cause: unknown): QueuegenError {
  const { code, message } = cause as NodeJS.ErrnoException;
  const many = code === "ENOSPC" || code === "EMFILE";
  return new QueuegenError(
    [
      {
        code: "watch-failed",
        severity: "error",
        message: many
          ? `the system watches no more folders (${code} at ${folder})`
          : `cannot watch ${folder}: ${message}`,
        hint: many
          ? 'Make the globs of "schemas" in queuegen.json start nearer to the schemas, or raise the limit: fs.inotify.max_user_watches on Linux, `ulimit -n` elsewhere.'
          : "Run `queuegen generate` by hand after each change instead.",
      },
    ],
    { cause },
  );
}
