import { ts } from "ts-morph";
import type { Bindings, Declared } from "../ts/bindings.js";
import { calledName, unwrapAwait } from "../ts/nodes.js";

/** A Redis client, or a batch of commands that was begun on one. */
export interface Client {
  readonly batch: "multi" | "pipeline" | undefined;
  /** The batch is held in a variable: who runs it is not looked for. */
  readonly isHeld: boolean;
  /** Not by a name alone that other things have as well. */
  readonly isCertain: boolean;
}

const MODULES = /^(?:ioredis|redis|iovalkey|@redis\/client|@valkey\/valkey-glide|@ioredis\/\w+|redis-om)(?:\/|$)/;
/** What clients are called in files that have to do with Redis; no other object has these commands. */
const NAMES =
  /redis|valkey|(?:client|conn|connection|cache|store|publisher|subscriber|pub|sub|blocking|blocker|reader|writer|streams?|broker|bus|kv)$|^(?:r|c|rc|rdb|db)$/i;
const BATCHES: Readonly<Record<string, Client["batch"]>> = { multi: "multi", pipeline: "pipeline", batch: "pipeline" };

/** Methods that answer a client: `redis.duplicate()`, `client.on(...)`, `redisService.getOrThrow()`. */
const HANDS_ON =
  /^(?:duplicate|connect|on|once|addListener|off|legacy|asLegacy|v4|with\w+|get(?:OrThrow|OrNil)|\w*(?:client|connection|instance|redis)|acquire|borrow)$/i;

const PLAIN: Client = { batch: undefined, isHeld: false, isCertain: true };
const GUESSED: Client = { ...PLAIN, isCertain: false };
const MAX_DEPTH = 10;

/** Tells the Redis clients of a file that mentions Redis, by where they come from, by type and by name. */
export class Clients {
  private readonly bindings: Bindings;
  private readonly known = new Map<ts.Node, Client | undefined>();

  constructor(bindings: Bindings) {
    this.bindings = bindings;
  }

  /** `undefined` where the expression is no client. */
  of(node: ts.Expression, depth = 0): Client | undefined {
    const inner = unwrapAwait(node);
    if (this.known.has(inner)) return this.known.get(inner);
    const client = this.judge(inner, depth);
    this.known.set(inner, client);
    return client;
  }

  private judge(node: ts.Expression, depth: number): Client | undefined {
    if (ts.isCallExpression(node)) return this.ofCall(node, depth);
    if (ts.isNewExpression(node)) return this.isConstructor(node.expression) ? PLAIN : undefined;
    if (ts.isIdentifier(node)) return this.ofName(node, depth);
    if (ts.isPropertyAccessExpression(node)) return this.ofMember(node);
    return ts.isElementAccessExpression(node) ? byName(nameOf(node.expression)) : undefined;
  }

  /** `redis.multi().zrem(...)`, `redis.duplicate()`, `createClient()`, `getRedis()` */
  private ofCall(call: ts.CallExpression, depth: number): Client | undefined {
    const name = calledName(call);
    const callee = unwrapAwait(call.expression);
    if (!ts.isPropertyAccessExpression(callee)) {
      if (!ts.isIdentifier(callee)) return undefined;
      const module = this.bindings.find(callee)?.imported?.module;
      return (module !== undefined && MODULES.test(module)) || /redis|valkey|client/i.test(name) ? PLAIN : undefined;
    }
    const object = this.of(callee.expression, depth);
    const batch = BATCHES[name.toLowerCase()];
    if (object !== undefined && batch !== undefined) return { ...object, batch };
    if (object?.batch !== undefined) return object;
    if (object !== undefined) return HANDS_ON.test(name) ? object : undefined;
    return /redis|valkey|client$/i.test(name) ? PLAIN : undefined;
  }

  private ofName(name: ts.Identifier, depth: number): Client | undefined {
    const declared = this.bindings.find(name);
    if (declared === undefined) return byName(name.text);
    if (declared.imported !== undefined && MODULES.test(declared.imported.module)) return PLAIN;
    const made = declared.initializer && unwrapAwait(declared.initializer);
    if (made !== undefined && depth < MAX_DEPTH && (ts.isCallExpression(made) || ts.isNewExpression(made))) {
      const client = this.of(made, depth + 1);
      if (client !== undefined) return client.batch === undefined ? client : { ...client, isHeld: true };
      if (ts.isNewExpression(made) && !/redis/i.test(name.text)) return undefined;
    }
    return byType(declared) ?? byName(name.text);
  }

  private ofMember(node: ts.PropertyAccessExpression): Client | undefined {
    const name = node.name.text;
    const owner =
      node.expression.kind === ts.SyntaxKind.ThisKeyword ? ts.findAncestor(node, ts.isClassLike) : undefined;
    return owner !== undefined && this.clientFields(owner).has(name) ? PLAIN : byName(name);
  }

  private readonly fields = new Map<ts.ClassLikeDeclaration, ReadonlySet<string>>();

  /** Fields that are clients by type or by what they begin with, whatever they are called. */
  private clientFields(owner: ts.ClassLikeDeclaration): ReadonlySet<string> {
    const known = this.fields.get(owner);
    if (known !== undefined) return known;
    const names = new Set<string>();
    for (const member of owner.members) {
      const fields = ts.isConstructorDeclaration(member)
        ? member.parameters
        : ts.isPropertyDeclaration(member)
          ? [member]
          : [];
      for (const field of fields) {
        if (!ts.isIdentifier(field.name)) continue;
        const made = field.initializer && unwrapAwait(field.initializer);
        const isMade = made !== undefined && (ts.isNewExpression(made) || ts.isCallExpression(made));
        if (/redis|valkey/i.test(field.type?.getText() ?? "") || (isMade && this.of(made) !== undefined))
          names.add(field.name.text);
      }
    }
    this.fields.set(owner, names);
    return names;
  }

  private isConstructor(node: ts.Expression): boolean {
    const name = nameOf(node);
    if (/redis|valkey/i.test(name)) return true;
    const module = ts.isIdentifier(node) ? this.bindings.find(node)?.imported?.module : undefined;
    return module !== undefined && MODULES.test(module);
  }
}

function byName(name: string): Client | undefined {
  if (/redis|valkey/i.test(name)) return PLAIN;
  return NAMES.test(name) ? GUESSED : undefined;
}

/** A parameter or variable that is declared as a client: `Redis`, `RedisClientType`, `Valkey`. */
function byType({ node }: Declared): Client | undefined {
  if (!ts.isParameter(node) && !ts.isVariableDeclaration(node)) return undefined;
  return /redis|valkey/i.test(node.type?.getText() ?? "") ? PLAIN : undefined;
}

function nameOf(node: ts.Expression): string {
  if (ts.isIdentifier(node)) return node.text;
  return ts.isPropertyAccessExpression(node) ? node.name.text : "";
}
