import { closeSync, openSync, readSync } from "node:fs";

/** Reads files into memory that it keeps: most of them are looked at once and never again. */
export class FileReader {
  /** Valid up to the length that `read` returned, until the next call. */
  bytes: Buffer = Buffer.allocUnsafeSlow(1 << 18);

  /** The number of bytes of the file; throws what the system says. */
  read(path: string): number {
    const file = openSync(path, "r");
    try {
      return this.#readAll(file);
    } finally {
      closeSync(file);
    }
  }

  #readAll(file: number): number {
    let length = 0;
    for (;;) {
      const got = readSync(file, this.bytes, length, this.bytes.length - length, null);
      length += got;
      // A read comes back short at the end of the file. In between, on odd file systems, it does so at the end of a page.
      if (got === 0 || (length < this.bytes.length && length % PAGE !== 0)) return length;
      if (length === this.bytes.length) this.#grow();
    }
  }

  #grow(): void {
    const larger = Buffer.allocUnsafeSlow(this.bytes.length * 4);
    this.bytes.copy(larger);
    this.bytes = larger;
  }
}

const PAGE = 512;
