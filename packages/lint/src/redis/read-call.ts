import { ts } from "ts-morph";
import type { RedisCall, RedisKey, RedisValue } from "../facts/redis.js";
import { calledName, isInlineFunction, keyOf, property, receiver, shortText, spanOf, unwrap } from "../ts/nodes.js";
import type { Clients } from "./clients.js";
import { commandNamed } from "./commands.js";
import type { ValueReader } from "./read-values.js";
import type { Results } from "./results.js";

/** A command with its arguments as written, in the order of the protocol. */
interface Written {
  readonly command: string;
  readonly name: ts.Node;
  readonly args: readonly ts.Expression[];
}

/** What the arguments of one command mean. */
type Parts = Partial<Pick<RedisCall, "keys" | "target" | "group" | "consumer" | "bounds" | "scores" | "values">>;

/** `call("RPOP", key)` of ioredis, `sendCommand(["RPOP", key])` of node-redis. */
const RAW = /^(?:call|callBuffer|sendCommand|send_command|executeCommand)$/;

/** Reads the calls of a file that are Redis commands. */
export class CallReader {
  private readonly clients: Clients;
  private readonly values: ValueReader;
  private readonly results: Results;

  constructor(clients: Clients, values: ValueReader, results: Results) {
    this.clients = clients;
    this.values = values;
    this.results = results;
  }

  /** `undefined` where the call is no command that is looked at, or its object is no Redis client. */
  read(call: ts.CallExpression): RedisCall | undefined {
    const callee = unwrap(call.expression);
    if (!ts.isPropertyAccessExpression(callee)) return undefined;
    const written = this.written(call, callee.name);
    if (written === undefined) return undefined;
    const client = this.clients.of(callee.expression);
    if (client === undefined) return undefined;
    const { flat, words, isOpen } = this.flatten(written.args);
    const inBatch = client.batch !== undefined;
    return {
      command: written.command,
      name: spanOf(written.name),
      span: spanOf(call),
      text: `${shortText(receiver(call)!)}.${calledName(call)}(...)`,
      batch: client.batch,
      keys: [],
      target: undefined,
      group: undefined,
      consumer: undefined,
      bounds: [],
      scores: [],
      values: [],
      ...this.parts(written.command, flat, words),
      words,
      isOpen,
      isDropped: !(inBatch && client.isHeld) && !call.arguments.some(isInlineFunction) && this.results.isDropped(call),
    };
  }

  /** Any call on a client: `redis.get(...)`, `redis.quit()`, `pipeline.exec()`. */
  isOnClient(call: ts.CallExpression): boolean {
    const object = receiver(call);
    return object !== undefined && this.clients.of(object)?.isCertain === true;
  }

  private written(call: ts.CallExpression, name: ts.MemberName): Written | undefined {
    if (!RAW.test(name.text)) {
      const command = commandNamed(name.text);
      if (command === undefined) return undefined;
      return withSubcommand({ command, name, args: [...call.arguments] });
    }
    const list = call.arguments.map(unwrap).find(ts.isArrayLiteralExpression);
    const [word, ...args] = list === undefined ? call.arguments : list.elements;
    const known = word === undefined ? undefined : this.values.value(word).known;
    const command = typeof known === "string" ? commandNamed(known) : undefined;
    return word === undefined || command === undefined ? undefined : withSubcommand({ command, name: word, args });
  }

  /** The arguments without the brackets of lists, option objects left as they are; and every word among them. */
  private flatten(args: readonly ts.Expression[]): { flat: ts.Expression[]; words: string[]; isOpen: boolean } {
    const flat: ts.Expression[] = [];
    const words: string[] = [];
    let isOpen = false;
    const add = (node: ts.Expression, depth: number): void => {
      const inner = unwrap(node);
      if (isInlineFunction(inner)) return;
      if (ts.isSpreadElement(inner)) {
        isOpen = true;
        flat.push(inner.expression);
        return;
      }
      if (ts.isArrayLiteralExpression(inner) && depth < 3) {
        for (const element of inner.elements) add(element, depth + 1);
        return;
      }
      if (ts.isStringLiteralLike(inner)) words.push(inner.text.toUpperCase());
      const object = this.values.resolve(inner);
      if (ts.isObjectLiteralExpression(object)) addWords(object, words);
      else if (ts.isIdentifier(object) && /^(?:opts|options|args|params)$/i.test(object.text)) isOpen = true;
      flat.push(inner);
    };
    for (const argument of args) add(argument, 0);
    return { flat, words, isOpen };
  }

  private parts(command: string, flat: readonly ts.Expression[], words: readonly string[]): Parts {
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

/** `xgroup("CREATE", ...)` is the command `xgroup create`. */
function withSubcommand(written: Written): Written {
  if (written.command !== "xgroup") return written;
  const [first, ...args] = written.args;
  const word = first && unwrap(first);
  if (word === undefined || !ts.isStringLiteralLike(word)) return written;
  return { ...written, command: `xgroup ${word.text.toLowerCase()}`, args };
}

function addWords(object: ts.ObjectLiteralExpression, words: string[]): void {
  for (const entry of object.properties) {
    const key = entry.name === undefined ? undefined : keyOf(entry.name);
    if (key !== undefined) words.push(key.toUpperCase());
    if (!ts.isPropertyAssignment(entry)) continue;
    const value = unwrap(entry.initializer);
    // `{ BY: "SCORE" }` is BYSCORE.
    if (ts.isStringLiteralLike(value)) words.push(value.text.toUpperCase(), `${key ?? ""}${value.text}`.toUpperCase());
    if (ts.isObjectLiteralExpression(value)) addWords(value, words);
  }
}

function isFlag(node: ts.Expression): boolean {
  const inner = unwrap(node);
  return ts.isStringLiteralLike(inner) && /^(?:nx|xx|gt|lt|ch|incr)$/i.test(inner.text);
}
