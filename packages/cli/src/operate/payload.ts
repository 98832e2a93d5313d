import { type Diagnostic, QueuegenError, type SourceRange, type StaticValue } from "@queuegen/model";
import { parseJson } from "../json/parse-json.js";
import { placeOf } from "./place-of.js";

/** Jobs as they were given on the command line, in a file or on stdin. */
export interface PushedJobs {
  readonly jobs: readonly object[];
  /** Where something stands in the text; the path is as in the messages of the encoder: `payload.items[2].name`. */
  place(job: number, path: string): SourceRange | undefined;
}

/**
 * Reads one job (an object) or several (a list). Throws a `QueuegenError` with the place for what is not JSON, and for a
 * whole number with more digits than a JavaScript number holds: it would be stored as another one.
 */
export function readPayload(text: string, source: string): PushedJobs {
  const value = parsed(text, source);
  const isList = Array.isArray(value);
  const jobs: readonly unknown[] = isList ? value : [value];
  const wrong = jobs.find((job) => typeof job !== "object" || job === null || Array.isArray(job));
  if (wrong !== undefined || jobs.length === 0) {
    const found = jobs.length === 0 ? "an empty list" : JSON.stringify(wrong).slice(0, 40);
    throw refused(
      `${found} is not a job`,
      'A job is an object with the payload columns: {"payload": {"title": "..."}}.',
    );
  }
  const tree = parseJson(text, source);
  refuseLongNumbers(tree);
  return {
    jobs: jobs as readonly object[],
    place: (job, path) => placeOf(isList && tree.kind === "array" ? tree.items[job] : tree, path),
  };
}

/** The error of a payload that the queue cannot take. */
export function refused(message: string, hint: string, at?: SourceRange): QueuegenError {
  const diagnostic: Diagnostic = { code: "payload-refused", severity: "error", message, hint, ...(at && { at }) };
  return new QueuegenError([diagnostic]);
}

function parsed(text: string, source: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const hint = "Quote it for the shell: queuegen push notify '{\"payload\": {}}'; or give @file.json or - for stdin.";
    try {
      parseJson(text, source);
    } catch (error) {
      if (!(error instanceof QueuegenError)) throw error;
      const [found] = error.diagnostics;
      throw refused(`not JSON: ${found?.message ?? ""}`, hint, found?.at);
    }
    throw refused("not JSON: it has a comment or a comma too many", hint);
  }
}

const WHOLE = /^-?\d+$/;

function refuseLongNumbers(value: StaticValue | undefined): void {
  if (value === undefined) return;
  if (value.kind === "object") for (const entry of value.entries) refuseLongNumbers(entry.value);
  if (value.kind === "array") for (const item of value.items) refuseLongNumbers(item);
  if (value.kind !== "scalar" || typeof value.value !== "number") return;
  const { lineText, column, length } = value.at;
  const written = lineText.slice(column - 1, column - 1 + length);
  if (WHOLE.test(written) && !Number.isSafeInteger(value.value)) {
    throw refused(
      `${written} has more digits than a number of JSON keeps in JavaScript`,
      `Write it as a text: "${written}".`,
      value.at,
    );
  }
}
