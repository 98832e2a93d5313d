import type { ts } from "ts-morph";
import { NO_REDIS, type RedisFacts } from "../facts/redis.js";
import type { Source } from "../source.js";
import type { Bindings } from "../ts/bindings.js";
import type { Run } from "../ts/lock-effects.js";
import { Clients } from "./clients.js";
import { toFlows } from "./flows.js";
import { localSteps } from "./local-steps.js";
import { CallReader } from "./read-call.js";
import { ValueReader } from "./read-values.js";
import { Results } from "./results.js";
import { findScripts } from "./scripts.js";

/** Tests may pop and drop as they like. */
const TESTS = /(?:^|\/)(?:tests?|__tests__|__mocks__|e2e)\/|[.-](?:test|spec|e2e)\.[cm]?[jt]sx?$/i;

/** Reads what a file does with Redis; nothing where it does not so much as mention it. */
export function readRedis(
  file: ts.SourceFile,
  source: Source,
  bindings: Bindings,
  runs: ReadonlyMap<ts.Node, Run>,
): RedisFacts {
  if (!/redis|valkey/i.test(source.text) || TESTS.test(source.path)) return NO_REDIS;
  const isRead = (node: ts.Node): boolean =>
    runs.get(node)?.facts.some((fact) => fact.statement.verb === "select") === true;
  const reader = new CallReader(new Clients(bindings), new ValueReader(file, bindings, isRead), new Results());
  return {
    flows: toFlows(source, localSteps(file, bindings, runs, reader)),
    scripts: findScripts(file, source, bindings),
  };
}
