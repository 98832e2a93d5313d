import { createHash } from "node:crypto";

export function digest(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}
