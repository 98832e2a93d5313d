import { QueuegenError } from "@queuegen/model";

/** A failed access to a file as something the user can mend. Other errors are given back unchanged. */
export function fileError(action: "read" | "write", path: string, cause: unknown): unknown {
  const code = cause instanceof Error ? (cause as NodeJS.ErrnoException).code : undefined;
  // A code such as ERR_INVALID_ARG_TYPE is of Node, not of the system: a fault of ours.
  if (code === undefined || !/^E[A-Z0-9]+$/.test(code)) return cause;
  const reason = reasons[code] ?? [`the system says ${code}`, "Look at the path, the disk and the rights."];
  const [message, hint] = reason;
  return new QueuegenError(
    [{ code: `${action}-failed`, severity: "error", message: `Cannot ${action} ${path}: ${message}.`, hint }],
    { cause },
  );
}

const rights = [
  "there is no right to do so",
  "Look at the rights of the folder and the file, and at who runs queuegen.",
] as const;
const full = [
  "there is no space left",
  "Make room on the disk, then run the command again: nothing was changed.",
] as const;
const shape = [
  "a file stands where a folder should be, or the other way round",
  "Move it away, or change the path in queuegen.json.",
] as const;

const reasons: Readonly<Record<string, readonly [message: string, hint: string]>> = {
  EACCES: rights,
  EPERM: rights,
  ENOENT: ["there is no such file or folder", "Make the folder, or correct the path."],
  EROFS: ["the file system is read-only", "Run the command where the project may be written."],
  ENOSPC: full,
  EDQUOT: full,
  EFBIG: full,
  ENOTDIR: shape,
  EISDIR: shape,
  EEXIST: shape,
};
