import { QueuegenError } from "@queuegen/model";

const LARGEST = 2n ** 64n - 1n;

/** Ids from the command line, each once, in the order given. Exact at any size; anything but a whole number is told. */
export function jobIds(words: readonly string[]): readonly bigint[] {
  const ids = words.map((word) => {
    const id = /^-?\d{1,20}$/.test(word) ? BigInt(word) : undefined;
    if (id !== undefined && id <= LARGEST && id >= -(2n ** 63n)) return id;
    throw new QueuegenError([
      {
        code: "usage",
        severity: "error",
        message: `"${word}" is not the id of a job`,
        hint: "Ids are whole numbers: `queuegen inspect notify 48121`.",
      },
    ]);
  });
  return [...new Set(ids)];
}
