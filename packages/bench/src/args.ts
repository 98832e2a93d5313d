import { parseArgs } from "node:util";
import type { Effort } from "./measure.js";
import type { Product } from "./server/bench-server.js";

export interface Args extends Effort {
  /** Ids of measures; empty = all. */
  readonly names: readonly string[];
  readonly products: readonly Product[];
  readonly json: boolean;
  /** Folder for one SVG a measure and server. */
  readonly charts: string | null;
  readonly help: boolean;
}

export const USAGE = `usage: npm run bench -- [measure ...] [options]

  --server mysql|mariadb   one of the two only
  --rounds N               default 5; every round runs ours and the reference
  --rows N                 size of the largest table of a measure (p5: 5,000,000)
  --quick                  few rows, one round, no bars: a smoke test of under two minutes
  --json                   the report as JSON on stdout
  --charts FOLDER          one SVG a measure and server besides
  --help

Ours and the reference alternate; compare ratios, not numbers of different runs.
The servers are private ones with durable defaults, in the folder for temporary files (TMPDIR=/dev/shm leaves the disk out).
QUEUEGEN_BENCH_PROFILE=folder writes CPU profiles of the measured processes.`;

/** @throws TypeError on unknown options or values, with a message for people. */
export function parseBenchArgs(argv: readonly string[], known: readonly string[]): Args {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      server: { type: "string" },
      rounds: { type: "string" },
      rows: { type: "string" },
      quick: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      charts: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  const names = positionals.map((name) => name.toLowerCase());
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new TypeError(`no measure "${unknown}"; there are ${known.join(", ")}`);
  return {
    names,
    products: products(values.server),
    rounds: values.rounds === undefined ? (values.quick ? 1 : 5) : count("--rounds", values.rounds),
    rows: values.rows === undefined ? null : count("--rows", values.rows),
    quick: values.quick,
    json: values.json,
    charts: values.charts ?? null,
    help: values.help,
  };
}

function products(server: string | undefined): readonly Product[] {
  if (server === undefined) return ["mysql", "mariadb"];
  if (server === "mysql" || server === "mariadb") return [server];
  throw new TypeError(`--server is mysql or mariadb, not "${server}"`);
}

function count(option: string, text: string): number {
  const value = Number(text.replaceAll(/[_,]/g, ""));
  if (!Number.isInteger(value) || value < 1) throw new TypeError(`${option} takes a number from 1 up, not "${text}"`);
  return value;
}
