import { counted } from "@queuegen/model";
import type { Asker } from "./asker.js";
import type { Finding } from "./finding.js";
import type { ServerFacts } from "./read-server.js";

/** All that doctor found in one database. */
export interface Report {
  readonly database: string;
  readonly place: string;
  readonly server: ServerFacts;
  readonly queues: readonly string[];
  /** The worst first. */
  readonly findings: readonly Finding[];
  readonly unseen: Asker["unseen"];
}

const ORDER = ["error", "warning", "info"] as const;

/** The worst first, else in the order in which they were found. */
export function sortFindings(findings: readonly Finding[]): readonly Finding[] {
  return ORDER.flatMap((severity) => findings.filter((finding) => finding.severity === severity));
}

export function reportText({ place, server, queues, findings, unseen }: Report): string {
  const product = server.mariadb ? "" : "MySQL ";
  return [
    `${place}, ${product}${server.version}; ${counted(queues.length, "queue")}`,
    ...findings.map(findingText),
    ...unseen.map(({ topic, because }) => `not looked at: ${topic} (${because})`),
    summary(findings),
    "",
  ].join("\n");
}

export function reportJson({ server, ...rest }: Report): string {
  const { version, clockAheadMs } = server;
  return `${JSON.stringify({ ...rest, server: { version, clockAheadMs: Math.round(clockAheadMs) } }, null, 2)}\n`;
}

function findingText({ severity, check, what, why, todo }: Finding): string {
  const indent = " ".repeat(9);
  return [
    `${severity.padEnd(7)}  ${check}  ${what}`,
    `${indent}${why}`,
    ...todo.map((line) => `${indent}> ${line}`),
  ].join("\n");
}

function summary(findings: readonly Finding[]): string {
  if (findings.length === 0) return "Nothing found.";
  const counts = ORDER.flatMap((severity) => {
    const count = findings.filter((finding) => finding.severity === severity).length;
    return count === 0 ? [] : [severity === "info" ? `${count} to know` : counted(count, severity)];
  });
  return `${counts.join(", ")}.`;
}
