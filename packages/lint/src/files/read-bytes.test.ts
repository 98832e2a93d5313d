import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { FileReader } from "./read-bytes.js";

it.each([0, 1, 511, 512, 4096, 262_143, 262_144, 262_145, 3_000_000])("reads all %i bytes of a file", (size) => {
  const folder = mkdtempSync(join(tmpdir(), "queuegen-read-"));
  try {
    const data = Buffer.alloc(size, "abc\n");
    writeFileSync(join(folder, "long"), "z".repeat(5_000));
    writeFileSync(join(folder, "data"), data);
    const reader = new FileReader();
    reader.read(join(folder, "long"));
    const length = reader.read(join(folder, "data"));
    expect(length).toBe(size);
    expect(reader.bytes.subarray(0, length).equals(data)).toBe(true);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
