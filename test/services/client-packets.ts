const HEADER_BYTES = 4;
const COM_QUERY = 0x03;
/** Enough to tell statements apart; a bulk insert is not kept in memory for it. */
const KEPT_BYTES = 4096;

/**
 * Finds the statements in what a MySQL client sends, whatever the pieces in which it arrives. A packet with sequence
 * number 0 opens a command; the login packets that come before all commands have 1 and up.
 */
export class ClientPackets {
  readonly #onQuery: (sql: string) => void;
  #header = Buffer.alloc(0);
  #left = 0;
  #sequence = 0;
  #body: Buffer[] = [];
  #kept = 0;

  /** @param onQuery called with the (beginning of the) text of each statement when its packet is complete */
  constructor(onQuery: (sql: string) => void) {
    this.#onQuery = onQuery;
  }

  push(chunk: Buffer): void {
    let rest = chunk;
    while (rest.length > 0) {
      if (this.#left === 0) {
        const missing = HEADER_BYTES - this.#header.length;
        this.#header = Buffer.concat([this.#header, rest.subarray(0, missing)]);
        rest = rest.subarray(missing);
        if (this.#header.length < HEADER_BYTES) return;
        this.#left = this.#header.readUIntLE(0, 3);
        this.#sequence = this.#header.readUInt8(3);
        this.#header = Buffer.alloc(0);
        this.#body = [];
        this.#kept = 0;
      }
      const piece = rest.subarray(0, this.#left);
      rest = rest.subarray(piece.length);
      this.#left -= piece.length;
      this.#keep(piece);
      if (this.#left === 0) this.#end();
    }
  }

  #keep(piece: Buffer): void {
    if (this.#kept >= KEPT_BYTES) return;
    this.#body.push(piece.subarray(0, KEPT_BYTES - this.#kept));
    this.#kept += piece.length;
  }

  #end(): void {
    const body = Buffer.concat(this.#body);
    if (this.#sequence !== 0 || body[0] !== COM_QUERY) return;
    // MySQL 8.0.23 and newer put the number of query attributes (0) and of their sets (1) before the text.
    const attributes = body[1] === 0 && body[2] === 1 ? 2 : 0;
    this.#onQuery(body.toString("utf8", 1 + attributes));
  }
}
