import type { FixedFiles } from "@queuegen/lint";
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from "diff";

/** Changes as one unified diff that `git apply` and `patch -p1` take; empty where there are none. */
export function patchOf(changed: FixedFiles["changed"]): string {
  return changed
    .map(({ path, before, after }) =>
      createTwoFilesPatch(`a/${path}`, `b/${path}`, before, after, undefined, undefined, {
        context: 3,
        headerOptions: FILE_HEADERS_ONLY,
      }),
    )
    .join("");
}
