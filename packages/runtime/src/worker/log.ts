import { inspect } from "node:util";

type Write = {
  (message: string): void;
  (fields: object, message?: string): void;
};

/** Shaped like pino, so that a pino logger can be given as it is. */
export interface Log {
  readonly debug: Write;
  readonly info: Write;
  readonly warn: Write;
  readonly error: Write;
  child?(fields: object): Log;
}

type Level = "debug" | "info" | "warn" | "error";

/** One line of text an entry, on stderr, and below it the stack of its `err`; debug entries only with QUEUEGEN_DEBUG. */
export function consoleLog(fields: object = {}): Log {
  const writer =
    (level: Level): Write =>
    (first: string | object, message?: string) => {
      if (level === "debug" && !process.env.QUEUEGEN_DEBUG) return;
      const own = typeof first === "string" ? {} : first;
      const text = typeof first === "string" ? first : (message ?? "");
      const all = { ...fields, ...own };
      process.stderr.write(`${new Date().toISOString()} ${level.padEnd(5)} ${text}${suffix(all)}${stack(all)}\n`);
    };
  return {
    debug: writer("debug"),
    info: writer("info"),
    warn: writer("warn"),
    error: writer("error"),
    child: (more) => consoleLog({ ...fields, ...more }),
  };
}

function suffix(fields: object): string {
  const pairs = Object.entries(fields).map(
    ([key, value]) => `${key}=${value instanceof Error ? JSON.stringify(describe(value)) : String(value)}`,
  );
  return pairs.length === 0 ? "" : `  ${pairs.join(" ")}`;
}

/** Of `err` and its causes, indented. */
function stack({ err }: { readonly err?: unknown }): string {
  return err instanceof Error ? `\n${inspect(err).replace(/^/gm, "    ")}` : "";
}

/** Message and causes. (Node's error of several refused addresses has only a code.) */
export function describe(error: unknown): string {
  const causes: string[] = [];
  for (let at = error; at instanceof Error && causes.length < 5; at = at.cause) {
    causes.push(at.message || String((at as { code?: unknown }).code ?? at.name));
  }
  return causes.length === 0 ? String(error) : [...new Set(causes)].join(": ");
}
