import { QueuegenError } from "@queuegen/model";
import type { Io } from "./io.js";
import { maskUrls } from "./mask.js";

/** Where a command finds its database; holds the password and is never printed. `place` is what messages show. */
export interface DatabaseUrl {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  /** "none" plain text; "encrypt" TLS with any certificate; "verify" TLS with a certificate that is trusted. */
  readonly tls: "none" | "encrypt" | "verify";
  /** `database "app" at 127.0.0.1:3306` */
  readonly place: string;
}

const VARIABLES = ["QUEUEGEN_DATABASE_URL", "DATABASE_URL"] as const;
const EXAMPLE = "mysql://user:password@127.0.0.1:3306/app";

/** `--url`, else QUEUEGEN_DATABASE_URL, else DATABASE_URL. Throws a `QueuegenError` that never shows a password. */
export function databaseUrl(flag: string | undefined, env: Io["env"]): DatabaseUrl {
  const variable = VARIABLES.find((name) => env[name]);
  const text = flag ?? (variable && env[variable]);
  if (!text)
    throw problem(
      "database-url-missing",
      "no database is given",
      `Pass --url ${EXAMPLE}, or set ${VARIABLES.join(" or ")}.`,
    );
  return parse(text, flag === undefined ? (variable ?? "") : "--url");
}

function parse(text: string, source: string): DatabaseUrl {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // The value itself may be a bare password: it is not shown.
  if (url === undefined) throw problem("database-url-invalid", `the value of ${source} is not a URL`, INVALID_HINT);
  if (url.protocol !== "mysql:" && url.protocol !== "mariadb:") {
    const hint = `queuegen works with MySQL and MariaDB: ${EXAMPLE}.`;
    throw problem(
      "database-url-scheme",
      `${source} has the scheme "${url.protocol}//": ${maskUrls(withoutQuery(url))}`,
      hint,
    );
  }
  const database = decode(url.pathname.slice(1), source);
  // The rest of a password with an unescaped "/" would end up here.
  if (/[/@]/.test(database)) throw problem("database-url-invalid", `the value of ${source} is not a URL`, INVALID_HINT);
  if (database === "") {
    throw problem(
      "database-url-invalid",
      `${source} names no database: ${maskUrls(withoutQuery(url))}`,
      `The name stands after the host: ${EXAMPLE}.`,
    );
  }
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1") || "127.0.0.1";
  const port = Number(url.port || 3306);
  return {
    host,
    port,
    user: decode(url.username, source),
    password: decode(url.password, source),
    database,
    tls: tlsOf(url.searchParams),
    place: `database "${database}" at ${host.includes(":") ? `[${host}]` : host}:${port}`,
  };
}

const INVALID_HINT = `It should look like ${EXAMPLE}. Characters such as @ : / # % in the password are written as %40 %3A %2F %23 %25.`;

/** The words of the MySQL clients (`ssl-mode`) and of common frameworks (`sslmode`, `ssl`). */
function tlsOf(parameters: URLSearchParams): DatabaseUrl["tls"] {
  const word = (parameters.get("ssl-mode") ?? parameters.get("sslmode") ?? parameters.get("ssl") ?? "").toLowerCase();
  if (/^verify[-_]/.test(word) || word === "true" || word === "1") return "verify";
  return /^(required?|\{.*\})$/.test(word) ? "encrypt" : "none";
}

function decode(part: string, source: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw problem("database-url-invalid", `${source} has a "%" that starts no escape`, INVALID_HINT);
  }
}

/** Some drivers take passwords as parameters. */
function withoutQuery(url: URL): string {
  return url.href.replace(/[?#].*$/s, "");
}

function problem(code: string, message: string, hint: string): QueuegenError {
  return new QueuegenError([{ code, severity: "error", message, hint }]);
}
