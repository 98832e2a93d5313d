import type { Level, RuleMeta, Settings } from "@queuegen/lint";
import type { Severity } from "@queuegen/model";

const ORDER: readonly Level[] = ["off", "info", "warning", "error"];

/** How severe the rule is where it matters most: on a queue, or in a statement that takes work. */
export function fullLevel({ severity }: Pick<RuleMeta, "severity">): Level {
  return ORDER[Math.max(ORDER.indexOf(severity.queue), ORDER.indexOf(severity.work))] ?? "off";
}

/** From which severity on findings are reported where the rule's option does not say it. */
export function leastLevel(meta: Pick<RuleMeta, "name" | "severity">, settings: Settings): Level {
  return settings.rules[meta.name] ?? fullLevel(meta);
}

export function reaches(severity: Severity, least: Level): boolean {
  return ORDER.indexOf(severity) >= ORDER.indexOf(least);
}
