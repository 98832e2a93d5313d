import { nearest } from "@queuegen/model";
import { type Finding, findingAt } from "../finding.js";
import type { Source } from "../source.js";
import { type Directive, findDirectives } from "./directives.js";
import type { MetaRuleName } from "./meta-rules.js";

export interface Suppressed {
  /** What is left, with what is wrong about the suppressions themselves. */
  readonly findings: readonly Finding[];
  readonly silenced: readonly SilencedFinding[];
}

/** A finding that a comment keeps quiet. */
export interface SilencedFinding {
  readonly finding: Finding;
  /** What the comment says after ` -- `. */
  readonly reason: string | undefined;
}

/** Takes out what the comments of a file silence, and judges the comments. `known` and `enabled` are names of rules. */
export function applySuppressions(
  source: Source,
  findings: readonly Finding[],
  known: readonly string[],
  enabled: ReadonlySet<string>,
): Suppressed {
  const directives = findDirectives(source);
  const used = new Set<string>();
  const silenced: SilencedFinding[] = [];
  const left = findings.filter((finding) => {
    const by = directives.findIndex((directive, index) => silences(directive, finding, directives.slice(index + 1)));
    if (by === -1) return true;
    used.add(`${by} ${finding.code}`);
    silenced.push({ finding, reason: directives[by]!.reason });
    return false;
  });
  const own = directives.flatMap((directive, index) =>
    judge(source, directive, (rule) => used.has(`${index} ${rule}`), known, enabled),
  );
  return { findings: [...left, ...own], silenced };
}

function silences(directive: Directive, finding: Finding, later: readonly Directive[]): boolean {
  if (!names(directive, finding.code)) return false;
  const { line } = finding.at;
  switch (directive.kind) {
    case "file":
      return true;
    case "line":
      return directive.line === line;
    case "next-line":
      // Above an expression of several lines it counts for all of them.
      return directive.line + 1 === line || directive.line + 1 === finding.outerLine;
    case "block": {
      const end = later.find(
        (other) => other.kind === "end" && (other.rules.length === 0 || names(other, finding.code)),
      );
      return line > directive.line && line <= (end?.line ?? Number.POSITIVE_INFINITY);
    }
    default:
      return false;
  }
}

function names(directive: Directive, rule: string): boolean {
  return directive.rules.some(({ name }) => name === rule);
}

function judge(
  source: Source,
  directive: Directive,
  isUsed: (rule: string) => boolean,
  known: readonly string[],
  enabled: ReadonlySet<string>,
): Finding[] {
  const warn = (code: MetaRuleName, span: Directive["span"], message: string, hint: string): Finding =>
    findingAt(source, span, { code, severity: "warning", message, hint });
  if (directive.kind === "unknown") {
    return [
      warn(
        "unknown-rule",
        directive.span,
        `\`queuegen-${directive.word}\` is no suppression: nothing is silenced.`,
        "there are `queuegen-disable-next-line`, `-line`, `-file`, and `queuegen-disable` with `queuegen-enable`.",
      ),
    ];
  }
  if (directive.kind === "end") return [];
  if (directive.rules.length === 0) {
    return [
      warn(
        "unknown-rule",
        directive.span,
        "this suppression names no rule: nothing is silenced.",
        `name the rule: \`queuegen-${directive.word} no-order-by-rand -- the reason\`.`,
      ),
    ];
  }
  const found = directive.rules.flatMap(({ name, span }) => {
    if (!known.includes(name)) {
      const close = nearest(name, known);
      return [
        warn(
          "unknown-rule",
          span,
          `there is no rule \`${name}\`: nothing is silenced.`,
          close === undefined ? "`queuegen lint --doc` lists all rules." : `did you mean \`${close}\`?`,
        ),
      ];
    }
    if (isUsed(name) || !enabled.has(name)) return [];
    return [
      warn("unused-suppression", span, `\`${name}\` finds nothing here: the suppression is not needed.`, "remove it."),
    ];
  });
  if (directive.reason !== undefined) return found;
  return [
    ...found,
    warn(
      "suppression-needs-reason",
      directive.span,
      "this suppression does not say why.",
      `add the reason: \`queuegen-${directive.word} ${directive.rules[0]!.name} -- the reason\`.`,
    ),
  ];
}
