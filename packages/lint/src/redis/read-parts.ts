import { ts } from "ts-morph";
import type { RedisCall, RedisKey, RedisValue } from "../facts/redis.js";
import { property, unwrap } from "../ts/nodes.js";
import type { ValueReader } from "./read-values.js";

/** What the arguments of one command mean. */
export type Parts = Partial<Pick<RedisCall, "keys" | "target" | "group" | "consumer" | "bounds" | "scores" | "values">>;

/** Reads keys, members and scores out of the arguments of a command. */
export class PartsReader {
  private readonly values: ValueReader;

  constructor(values: ValueReader) {
    this.values = values;
  }

  /** What the arguments mean, in the order of the protocol; the objects of node-redis stand where they are written. */
  read(command: string, flat: readonly ts.Expression[], words: readonly string[]): Parts {
    const key = (at: number): RedisKey[] => (flat[at] === undefined ? [] : [this.values.key(flat[at])]);
    const value = (at: number): RedisValue | undefined =>
      flat[at] === undefined ? undefined : this.values.value(flat[at]);
    const rest = (from: number): RedisValue[] => flat.slice(from, from + 100).map((node) => this.values.value(node));
    switch (command) {
      case "lmove":
      case "blmove":
      case "rpoplpush":
      case "brpoplpush":
        return { keys: key(0), target: key(1)[0] };
      case "lmpop":
      case "blmpop":
        return {
          keys: flat
            .filter((node) => !ts.isNumericLiteral(node))
            .slice(0, 1)
            .map((node) => this.values.key(node)),
        };
      case "lrem":
        return { keys: key(0), values: rest(2) };
      case "zadd":
        return { keys: key(0), ...this.scored(flat) };
      case "zrange":
      case "zrangebyscore": {
        const bounds = [value(1), value(2)].flatMap((bound) => bound ?? []);
        return { keys: key(0), bounds: words.includes("REV") ? bounds.reverse() : bounds };
      }
      case "zremrangebyscore":
        return { keys: key(0), bounds: rest(1) };
      case "xadd":
        return { keys: key(0), values: this.fields(flat) };
      case "xreadgroup":
        return this.group(flat);
      case "xack":
      case "xackdel":
        return { keys: key(0), group: value(1), values: rest(2) };
      case "xgroup create":
        return { keys: key(0), group: value(1) };
      default:
        return { keys: key(0), values: rest(1) };
    }
  }

  /** `zadd(key, "NX", score, member)`, `zAdd(key, { score, value })` */
  private scored(flat: readonly ts.Expression[]): Parts {
    const scores: RedisValue[] = [];
    const values: RedisValue[] = [];
    const plain: ts.Expression[] = [];
    for (const node of flat.slice(1, 100)) {
      const object = this.values.resolve(node);
      if (!ts.isObjectLiteralExpression(object)) plain.push(node);
      const [score, member] = [property(object, "score"), property(object, "value")];
      if (score !== undefined) scores.push(this.values.value(score));
      if (member !== undefined) values.push(this.values.value(member));
    }
    const numbers = plain.filter((node) => !isFlag(node));
    for (const [index, node] of numbers.entries()) (index % 2 === 0 ? scores : values).push(this.values.value(node));
    return { scores, values };
  }

  /** Values of `xadd(key, "*", "id", id)`, of `xAdd(key, "*", { id })`; what is spread stands as a whole. */
  private fields(flat: readonly ts.Expression[]): readonly RedisValue[] {
    return flat.slice(1, 100).flatMap((node) => {
      const object = unwrap(node);
      if (!ts.isObjectLiteralExpression(object)) return [this.values.value(node)];
      return object.properties.flatMap((entry) => {
        if (ts.isPropertyAssignment(entry)) return [this.values.value(entry.initializer)];
        if (ts.isShorthandPropertyAssignment(entry)) return [this.values.value(entry.name)];
        return ts.isSpreadAssignment(entry) ? [this.values.value(entry.expression)] : [];
      });
    });
  }

  /** `xreadgroup("GROUP", g, c, ..., "STREAMS", key, ">")`, `xReadGroup(g, c, { key, id })` */
  private group(flat: readonly ts.Expression[]): Parts {
    const word = (at: number): string => {
      const node = flat[at] && unwrap(flat[at]);
      return node !== undefined && ts.isStringLiteralLike(node) ? node.text.toUpperCase() : "";
    };
    const first = word(0) === "GROUP" ? 1 : 0;
    const streams = flat.findIndex((_, at) => word(at) === "STREAMS");
    const objects = flat.slice(2).flatMap((node) => property(this.values.resolve(node), "key") ?? []);
    const keys =
      streams === -1 ? objects : flat.slice(streams + 1, streams + 1 + Math.ceil((flat.length - streams - 1) / 2));
    const read = (at: number): RedisValue | undefined =>
      flat[at] === undefined ? undefined : this.values.value(flat[at]);
    return {
      keys: keys.map((node) => this.values.key(node)),
      group: read(first),
      consumer: read(first + 1),
      // The id from which it reads: `>` for what nobody has got yet.
      values:
        streams === -1
          ? flat
              .slice(2)
              .flatMap((node) => property(this.values.resolve(node), "id") ?? [])
              .map((node) => this.values.value(node))
          : flat.slice(streams + 1 + keys.length).map((node) => this.values.value(node)),
    };
  }
}

function isFlag(node: ts.Expression): boolean {
  const inner = unwrap(node);
  return ts.isStringLiteralLike(inner) && /^(?:nx|xx|gt|lt|ch|incr)$/i.test(inner.text);
}
