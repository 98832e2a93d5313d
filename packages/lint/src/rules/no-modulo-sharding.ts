import { type BinaryExpression, type Expression, knownValue, walk } from "../facts/expression.js";
import { claimWords, type Scope, scopeOf, tableWords } from "../facts/scope.js";
import { type Statement, withInner } from "../facts/statement.js";
import type { Report, Rule, RuleMeta } from "../rule.js";

const meta: RuleMeta = {
  name: "no-modulo-sharding",
  summary: "`id % n = k` divides a backlog among workers by a condition that no index can answer.",
  severity: { queue: "error", work: "error", elsewhere: "warning" },
  triggers: [
    ["where", String.raw`[\w)\]}\x60'"]\s*%\s*[\d?:$({'"\x60@]|["']%["']|\bmod\b|\bid\s*&\s*[(?:$]`],
    [String.raw`\bjoin\b[^]*\bon\b`, String.raw`\bmod\s*\(|%\s*[\d?:$({@]`],
  ],
};

export const noModuloSharding: Rule = {
  meta,
  statement: ({ statement, source, outer }, project) =>
    [...withInner(statement)].flatMap((one) => {
      const found = shardConditions(one);
      if (found.length === 0) return [];
      const scope = scopeOf(one, project);
      return found.flatMap((shard): Report[] => {
        const kind = scope.kind === "elsewhere" && isShareOfWorker(shard) ? "work" : scope.kind;
        if (kind === "elsewhere" && isSample(shard)) return [];
        return [
          {
            at: { source, span: shard.condition.span },
            outer,
            scope: kind,
            table: scope.table,
            ...words(shard, { ...scope, kind }),
          },
        ];
      });
    }),
};

function words(shard: Shard, scope: Scope): Pick<Report, "message" | "help"> {
  const name = shard.key ?? "id";
  if (scope.kind === "elsewhere") {
    return {
      message: `\`${name} % n\` cannot use an index: every read with it goes through all of ${tableWords(scope)}.`,
      help: `read a range instead, \`${name} > ? AND ${name} <= ? ORDER BY ${name} LIMIT n\`.`,
    };
  }
  return {
    message: `\`${name} % n\` splits ${tableWords(scope)} among workers: it cannot use the index, so every worker reads the whole backlog.`,
    help: `let every worker claim from one queue (${claimWords(scope)}), or split by id range.`,
  };
}

/** A condition that keeps the rows whose key leaves a certain remainder. */
interface Shard {
  readonly condition: Expression;
  /** The column whose remainder is taken, where it is one. */
  readonly key: string | undefined;
  readonly divisor: Expression | undefined;
  /** `undefined` where the condition is the remainder itself: `WHERE id % 2`. */
  readonly remainder: Expression | undefined;
}

function shardConditions(statement: Statement): readonly Shard[] {
  return [...statement.where, ...statement.on].flatMap((condition) =>
    [...walk(condition)].flatMap((part) => shardOf(part, condition) ?? []),
  );
}

const COMPARES = ["=", "<=>", "!=", "in", "not in", "<", "<=", ">", ">=", "between"];

function shardOf(part: Expression, condition: Expression): Shard | undefined {
  if (part.kind === "binary" && COMPARES.includes(part.operator)) {
    const left = moduloOf(part.left);
    const right = left === undefined ? moduloOf(part.right) : undefined;
    const modulo = left ?? right;
    return modulo && keyed(modulo, part, left === undefined ? part.left : part.right);
  }
  const alone = part === condition ? moduloOf(part) : undefined;
  return alone && keyed(alone, part, undefined);
}

function moduloOf(
  expression: Expression,
): { readonly value: Expression; readonly divisor: Expression | undefined } | undefined {
  if (expression.kind === "call" && expression.name === "mod")
    return expression.args[0] && { value: expression.args[0], divisor: expression.args[1] };
  if (expression.kind !== "binary") return undefined;
  if (expression.operator === "%") return { value: expression.left, divisor: expression.right };
  return isMask(expression) ? { value: expression.left, divisor: expression.right } : undefined;
}

/** `id & ?`; `flags & 4` tests a bit. */
function isMask({ operator, left, right }: BinaryExpression): boolean {
  return operator === "&" && left.kind === "column" && KEY.test(left.name) && right.kind !== "value";
}

const KEY = /^(?:id|uuid|\w+_?id|pk|\w+_no|seq|\w+_key|rowid)$/i;
const HASHES =
  /^(?:crc32|md5|sha1?|sha2|conv|hash|murmur\w*|fnv\w*|xxh\w*|abs|cast|convert|unhex|ascii|ord|right|substring|substr)$/;

/** Only remainders of a key divide rows among workers; of an amount or a counter they ask for something else. */
function keyed(
  modulo: { value: Expression; divisor: Expression | undefined },
  condition: Expression,
  remainder: Expression | undefined,
): Shard | undefined {
  const { value, divisor } = modulo;
  const inside = [...walk(value)];
  const key = inside.flatMap((part) => columnName(part) ?? [])[0];
  const shard = { condition, key, divisor, remainder };
  const isHash = value.kind === "call" && HASHES.test(value.name) && key !== undefined;
  if (isHash || (key !== undefined && KEY.test(key))) return shard;
  return isPut(divisor) && isPut(remainder) && key !== undefined ? shard : undefined;
}

/** A column, also one that a builder puts in: `${task.id}`. */
function columnName(part: Expression): string | undefined {
  if (part.kind === "column") return part.name;
  return part.kind === "parameter" ? /^[\w$]+\.(\w+)$/.exec(part.text)?.[1] : undefined;
}

function isPut(expression: Expression | undefined): boolean {
  return expression !== undefined && [...walk(expression)].some((part) => part.kind === "parameter");
}

const WORKER =
  /worker|shard|concurren|process|node|instance|partition|slot|consumer|thread|total|count|parallel|pid|\bme\b/i;

/** The program gives divisor or remainder, as a worker does for its share. "Every nth" with a fixed remainder 0 is a sample. */
function isShareOfWorker({ divisor, remainder }: Shard): boolean {
  const worker = [divisor, remainder].some(
    (part) => part !== undefined && [...walk(part)].some((p) => p.kind === "parameter" && WORKER.test(p.text)),
  );
  if (worker) return true;
  if (isPut(remainder)) return true;
  return isPut(divisor) && remainder !== undefined && knownValue(remainder) !== 0;
}

/** Fixed numbers: odd and even rows, every nth row. */
function isSample({ divisor, remainder }: Shard): boolean {
  return remainder === undefined || knownValue(remainder) === 0 || (divisor !== undefined && knownValue(divisor) === 2);
}
