import { ts } from "ts-morph";
import type { RedisCall } from "../facts/redis.js";
import { calledName, isInlineFunction, keyOf, receiver, shortText, spanOf, unwrap } from "../ts/nodes.js";
import type { Client, Clients } from "./clients.js";
import { commandNamed } from "./commands.js";
import { PartsReader } from "./read-parts.js";
import type { ValueReader } from "./read-values.js";
import type { Results } from "./results.js";

/** A command with its arguments as written, in the order of the protocol. */
interface Written {
  readonly command: string;
  readonly name: ts.Node;
  readonly args: readonly ts.Expression[];
}

/** `call("RPOP", key)` of ioredis, `sendCommand(["RPOP", key])` of node-redis. */
const RAW = /^(?:call|callBuffer|sendCommand|send_command|executeCommand)$/;

/** Reads the calls of a file that are Redis commands. */
export class CallReader {
  private readonly clients: Clients;
  private readonly values: ValueReader;
  private readonly parts: PartsReader;
  readonly results: Results;

  constructor(clients: Clients, values: ValueReader, results: Results) {
    this.clients = clients;
    this.values = values;
    this.parts = new PartsReader(values);
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
      ...this.parts.read(written.command, flat, words),
      words,
      isOpen,
      isDropped: this.isDropped(call, client),
      isReturned: this.results.isReturned(call),
    };
  }

  private isDropped(call: ts.CallExpression, client: Client): boolean {
    const callback = call.arguments.map(unwrap).find(isInlineFunction);
    if (callback !== undefined) return callback.parameters.length < 2;
    return !client.isHeld && this.results.isDropped(call);
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
      if (isInlineFunction(inner) || isCommandOptions(inner)) return;
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

/** `brPop(commandOptions({ isolated: true }), key, 0)` */
function isCommandOptions(node: ts.Expression): boolean {
  return ts.isCallExpression(node) && calledName(node) === "commandOptions";
}
