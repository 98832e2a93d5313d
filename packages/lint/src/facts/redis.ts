import type { Source, Span } from "../source.js";
import type { Scalar } from "../sql/sql-text.js";
import type { StatementFact } from "./code.js";

/** What one file does with Redis. */
export interface RedisFacts {
  readonly flows: readonly RedisFlow[];
  /** Lua texts, wherever they stand. */
  readonly scripts: readonly RedisScript[];
}

export const NO_REDIS: RedisFacts = { flows: [], scripts: [] };

/** What one function does, in the order of its text; what functions of the same file do stands where they are called. */
export interface RedisFlow {
  readonly source: Source;
  readonly steps: readonly Step[];
  /** Run by a timer, or calls itself again and again. */
  readonly repeats: boolean;
}

export type Step = RedisStep | StatementStep | WorkStep;

interface Placed {
  readonly place: StepPlace;
  /** The statement of the program that holds it. */
  readonly outer: Span;
}

export interface RedisStep extends Placed {
  readonly kind: "redis";
  readonly call: RedisCall;
}

export interface StatementStep extends Placed {
  readonly kind: "statement";
  readonly fact: StatementFact;
}

/** A call that is neither Redis nor SQL, nor known to be quick and without effect. */
export interface WorkStep extends Placed {
  readonly kind: "work";
  /** `handle` */
  readonly name: string;
  /** `handle(...)` */
  readonly text: string;
  readonly span: Span;
  readonly isSlow: boolean;
  readonly isWaitedFor: boolean;
  /** A function of the same file, whose own steps stand behind this one. */
  readonly isHelper: boolean;
}

/** What stands around a step, from the outside in. */
export interface StepPlace {
  readonly loops: readonly Loop[];
  readonly arms: readonly Arm[];
  /** An error that it throws is caught in this flow. */
  readonly isCaught: boolean;
}

export interface Loop {
  readonly id: number;
  /** `endless`: until somebody stops it or its time is over. `each`: over the items of a list. */
  readonly kind: "endless" | "each" | "other";
}

/** One of several ways the program may take: a side of an `if`, a case, a `catch`. */
export interface Arm {
  readonly branch: number;
  readonly arm: number;
  /** It ends with `return`, `throw`, `continue` or `break`: nothing behind the branch comes after it. */
  readonly leaves: boolean;
  /** Taken in any case: the block of a `try`. */
  readonly isSure: boolean;
}

/** One command, in whichever spelling of ioredis or node-redis. Lists are empty where the command has no such argument. */
export interface RedisCall {
  /** In lower case: `xadd`, `xgroup create`. */
  readonly command: string;
  /** `rpop` of `redis.rpop(...)`, `"RPOP"` of `redis.call("RPOP", ...)`. */
  readonly name: Span;
  readonly span: Span;
  /** `redis.rpop(...)` */
  readonly text: string;
  readonly batch: "multi" | "pipeline" | undefined;
  readonly keys: readonly RedisKey[];
  /** Where a command that moves an element puts it. */
  readonly target: RedisKey | undefined;
  readonly group: RedisValue | undefined;
  readonly consumer: RedisValue | undefined;
  /** Score bounds of a range, lower one first. */
  readonly bounds: readonly RedisValue[];
  readonly scores: readonly RedisValue[];
  /** Members, elements, values of fields. */
  readonly values: readonly RedisValue[];
  /** Words of the protocol and names of options, in upper case: `LIMIT`, `COUNT`, `MKSTREAM`. */
  readonly words: readonly string[];
  /** Some arguments are not told by the file: a spread, options in a variable. */
  readonly isOpen: boolean;
  /** Nobody looks at what it answers. */
  readonly isDropped: boolean;
  /** It is what its function answers. */
  readonly isReturned: boolean;
}

export interface RedisKey {
  /** As messages show it: `jobs:*`, or the expression. */
  readonly text: string;
  /** One key, one identity, as far as the file tells. */
  readonly id: string;
  /** The words of its fixed parts and of what is put in, in lower case; `jobId` adds none. */
  readonly words: readonly string[];
  readonly isKnown: boolean;
  readonly span: Span;
}

export interface RedisValue {
  readonly text: string;
  readonly span: Span;
  readonly known?: Scalar;
  /** Of a time that is counted from now. */
  readonly unit: TimeUnit | undefined;
  /** Of `JSON.stringify(...)`, also through a variable. */
  readonly json: JsonShape | undefined;
  /** A name that the file declares nowhere. */
  readonly isUndeclared: boolean;
  /** A row as a statement of this file read it, or a copy of all of it. */
  readonly isRow: boolean;
  /** A part of what `JSON.parse` made. */
  readonly isParsed: boolean;
}

export type TimeUnit = "seconds" | "milliseconds";

export interface JsonShape {
  /** What is made to text, as written. */
  readonly text: string;
  /** Its keys, where they are all known. */
  readonly keys: readonly string[] | undefined;
  /** Value of the key `job`, where it is known. */
  readonly job: string | undefined;
}

export interface RedisScript {
  readonly source: Source;
  readonly outer: Span;
  /** With holes where the program puts something in. */
  readonly text: string;
  readonly commands: readonly LuaCommand[];
}

export interface LuaCommand {
  /** In lower case. */
  readonly command: string;
  /** As written, without the command. */
  readonly args: readonly string[];
  readonly span: Span;
}
