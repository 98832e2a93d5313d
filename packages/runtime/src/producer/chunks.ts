/** Rows in one statement: more gain nothing and hold locks longer. */
const MOST_ROWS = 1_000;
/** Part of max_allowed_packet that a statement fills; quoting may make the rest of it longer. */
const FILL = 0.5;

/** Splits rows by number and size: [from, to) of each statement. A row that is too long alone goes alone, for the server to judge. */
export function chunks(bytes: readonly number[], maxPacket: number): readonly (readonly [from: number, to: number])[] {
  const most = maxPacket * FILL;
  const result: [number, number][] = [];
  for (let from = 0, to = 0; from < bytes.length; from = to) {
    let size = 0;
    do size += bytes[to++]!;
    while (to < bytes.length && to - from < MOST_ROWS && size + bytes[to]! <= most);
    result.push([from, to]);
  }
  return result;
}
