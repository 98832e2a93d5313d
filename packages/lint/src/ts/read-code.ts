import { ts } from "ts-morph";
import type { FileFacts, StatementFact } from "../facts/code.js";
import { NO_PROGRAM } from "../facts/program.js";
import type { TableChange } from "../facts/table-change.js";
import { readRedis } from "../redis/read-redis.js";
import type { Source } from "../source.js";
import { answerOf, isAfterFailure } from "./answer.js";
import { Bindings } from "./bindings.js";
import { collect } from "./collect.js";
import { literalSpans } from "./literals.js";
import type { Run } from "./lock-effects.js";
import { followLocks } from "./lock-flow.js";
import { enclosingStatement, shortCall, spanOf } from "./nodes.js";
import { parseCode } from "./parse-code.js";
import { readProgram } from "./program/read-program.js";
import { findSaves } from "./read-then-save.js";

/** Only other databases: their SQL is not ours to judge. */
const OTHER_DATABASES =
  /^(?:pg|pg-promise|pg-pool|postgres|postgres-js|better-sqlite3|sqlite3|sqlite|bun:sqlite|node:sqlite|mssql|tedious|mongodb|mongoose|oracledb|duckdb|@neondatabase\/serverless|@vercel\/postgres|drizzle-orm\/(?:node-postgres|postgres-js|pg-core|sqlite-core|better-sqlite3)|slonik)$/;
const OUR_DATABASES =
  /^(?:mysql|mysql2|mysql2\/promise|mariadb|mariadb\/callback|drizzle-orm\/mysql2?|drizzle-orm\/mysql-core|promise-mysql|serverless-mysql)$/;

export interface ReadCode {
  readonly facts: FileFacts;
  /** What the parser stumbled over, if anything; what it could read is judged all the same. */
  readonly syntaxError: { readonly message: string; readonly offset: number } | undefined;
}

/** Reads TypeScript or JavaScript, ESM or CommonJS, with or without JSX. Syntax only: no types, no other file. */
export function readCode(read: Source, sinks: readonly string[]): ReadCode {
  const { file, functions } = parseCode(read.path, read.text, scriptKind(read.path));
  const syntaxError = firstError(file);
  const bindings = new Bindings(file);
  if (isForeign(bindings.modules)) {
    const redis = readRedis(file, read, bindings, new Map());
    return {
      facts: { source: read, statements: [], holds: [], saves: [], changes: [], redis, program: NO_PROGRAM },
      syntaxError,
    };
  }
  const { found, texts, unresolved: unknown } = collect(file, bindings, sinks);
  const source: Source = { ...read, literals: literalSpans(read.text, texts), functions };
  const runs = new Map<ts.Node, Run>();
  const changes: TableChange[] = [];
  for (const { node, items, form } of found.values()) {
    const outer = spanOf(enclosingStatement(node));
    const isWrite = items.some((item) => item.kind === "statement" && item.statement.verb === "update");
    const answer = isWrite ? answerOf(node) : "unknown";
    const failed = isWrite && isAfterFailure(node) ? { afterFailure: true as const } : {};
    const facts = items.flatMap((item): StatementFact[] =>
      item.kind === "statement"
        ? [{ statement: item.statement, source, outer, form, underLock: false, answer, ...failed }]
        : [],
    );
    runs.set(node, { items, facts });
    if (!isUndone(node)) changes.push(...items.flatMap((item) => (item.kind === "change" ? [item.change] : [])));
  }
  const locks = [...runs.values()].some((run) => run.facts.some((fact) => fact.statement.lock !== undefined));
  // Most files lock nothing: no need to follow their functions.
  const { holds, underLock } = locks
    ? followLocks(file, bindings, runs)
    : { holds: [], underLock: new Set<StatementFact>() };
  const statements = [...runs.values()]
    .flatMap((run) => run.facts)
    .map((fact) => (underLock.has(fact) ? { ...fact, underLock: true } : fact));
  const unresolved = [...unknown].map(([argument, call]) => ({ text: shortCall(call), argument: spanOf(argument) }));
  const redis = readRedis(file, source, bindings, runs);
  const program = readProgram(file, source, bindings, runs);
  return {
    facts: {
      source,
      statements,
      holds,
      saves: findSaves(file, runs, underLock, bindings),
      changes,
      unresolved,
      redis,
      program,
    },
    syntaxError,
  };
}

function isForeign(modules: ReadonlySet<string>): boolean {
  const names = [...modules];
  return names.some((name) => OTHER_DATABASES.test(name)) && !names.some((name) => OUR_DATABASES.test(name));
}

/** `down()` of a migration, also as `exports.down = ...`, takes back what `up()` did. */
function isUndone(node: ts.Node): boolean {
  const down = ts.findAncestor(node, (at) => {
    const name =
      ts.isBinaryExpression(at) && ts.isPropertyAccessExpression(at.left)
        ? at.left.name
        : (at as { name?: ts.Node }).name;
    return name !== undefined && ts.isIdentifier(name) && name.text === "down";
  });
  return down !== undefined;
}

function scriptKind(path: string): ts.ScriptKind {
  if (/\.tsx$/i.test(path)) return ts.ScriptKind.TSX;
  if (/\.[cm]?ts$/i.test(path)) return ts.ScriptKind.TS;
  return ts.ScriptKind.JSX;
}

function firstError(file: ts.SourceFile): ReadCode["syntaxError"] {
  const { parseDiagnostics } = file as ts.SourceFile & {
    readonly parseDiagnostics?: readonly ts.DiagnosticWithLocation[];
  };
  const [first] = parseDiagnostics ?? [];
  return first && { message: ts.flattenDiagnosticMessageText(first.messageText, " "), offset: first.start };
}
