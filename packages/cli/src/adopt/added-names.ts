import type { LiveTable } from "@queuegen/migrations/apply";
import { type Diagnostic, maxSqlName, type StandardField } from "@queuegen/model";
import { ADDED_FIELDS, type AdoptArgs } from "./choices.js";
import { withoutEncoding } from "./column-call.js";

/** Name of each standard column in the table; a name that the table uses already is a problem, whatever its column holds. */
export interface AddedNames {
  readonly names: ReadonlyMap<StandardField, string>;
  readonly problems: readonly Diagnostic[];
  /** The command line that would do, with nothing left to say. */
  readonly command: string;
}

export function addedNames(live: LiveTable, chosen: ReadonlyMap<StandardField, string>, args: AdoptArgs): AddedNames {
  const names = new Map(ADDED_FIELDS.map((field) => [field, chosen.get(field) ?? field] as const));
  const there = new Map(
    live.definition.columns.map(
      ({ name, type }) => [name.toLowerCase(), { name, type: withoutEncoding(type) }] as const,
    ),
  );
  const taken = [...names].filter(([, name]) => there.has(name.toLowerCase()));
  if (taken.length === 0) return { names, problems: [], command: command(args, names) };
  const proposed = new Map([...names].map(([field, name]) => [field, name] as const));
  for (const [field] of taken) proposed.set(field, freeName(field, args.name, [...there.keys(), ...proposed.values()]));
  const columns = taken.map(([field, name]) => {
    const own = there.get(name.toLowerCase());
    return `${own?.name} (${own?.type})${field === name ? "" : ` for ${field}`}`;
  });
  const message = `table "${live.definition.table}" has ${columns.join(", ")} already: what means something to the application is never reused by a queue.`;
  const complete = command(args, proposed);
  const hint = `Give the queue's columns names of their own:\n  ${complete}`;
  return { names, problems: [{ code: "adopt-name-taken", severity: "error", message, hint }], command: complete };
}

/** `ship_status` for queue `ship`, with a number where that is taken too. */
function freeName(field: StandardField, queue: string, taken: readonly string[]): string {
  const stem = `${queue.replaceAll("-", "_")}_`.slice(0, maxSqlName - field.length - 3);
  const lower = taken.map((name) => name.toLowerCase());
  for (let n = 1; ; n++) {
    const name = `${stem}${field}${n === 1 ? "" : `_${n}`}`;
    if (!lower.includes(name)) return name;
  }
}

/** A name of the application's as a shell takes it. */
function shellWord(text: string): string {
  return /^[\w.-]+$/.test(text) ? text : `'${text}'`;
}

function command(args: AdoptArgs, names: ReadonlyMap<StandardField, string>): string {
  const fields = [...names]
    .filter(([field, name]) => field !== name)
    .map(([field, name]) => ` --field ${field}=${name}`);
  const table = args.table === undefined ? "" : ` --table ${shellWord(args.table)}`;
  return `queuegen add ${args.name}${table} --adopt --existing-rows ${args["existing-rows"] ?? "done"}${fields.join("")}${args["allow-copy"] ? " --allow-copy" : ""}`;
}
