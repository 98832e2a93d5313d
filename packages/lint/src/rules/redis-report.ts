import type { RedisFlow, RedisStep, Step } from "../facts/redis.js";
import type { Scope } from "../facts/scope.js";
import type { Report, Trigger } from "../rule.js";
import type { Span } from "../source.js";

/** A finding about a command, at the command's name. */
export function redisReport(
  flow: RedisFlow,
  { call, outer }: RedisStep,
  parts: Pick<Report, "message" | "help"> & {
    readonly scope: Scope["kind"];
    readonly severity?: NonNullable<Report["severity"]>;
    readonly span?: Span;
    readonly related?: readonly { readonly message: string; readonly span: Span }[];
  },
): Report {
  const { span, related, ...others } = parts;
  return {
    ...others,
    at: { source: flow.source, span: span ?? call.name },
    outer,
    table: undefined,
    ...(related === undefined
      ? {}
      : { related: related.map((one) => ({ message: one.message, at: { source: flow.source, span: one.span } })) }),
  };
}

/** The place to show of a step. */
export function spanOfStep(step: Step): Span {
  if (step.kind === "redis") return step.call.name;
  return step.kind === "work" ? step.span : step.fact.statement.span;
}

/** For rules about these commands: a file that mentions neither Redis nor them has nothing for the rule. */
export function redisTriggers(...commands: readonly string[]): readonly Trigger[] {
  return [[commands.join("|"), "redis|valkey"]];
}
