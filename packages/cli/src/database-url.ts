import { nearest, QueuegenError } from "@queuegen/model";
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
  // A password with an unescaped "/", "?" or "#" ends the host for the parser, which takes the rest for a path.
  if (url.hash !== "" || /^[^/]*\/\/[^/?#]*[/?#].*@/s.test(text)) {
    throw problem("database-url-invalid", `the value of ${source} has an "@" or a "#" behind its host`, INVALID_HINT);
  }
  if (url.protocol !== "mysql:" && url.protocol !== "mariadb:") {
    const hint = `queuegen works with MySQL and MariaDB: ${EXAMPLE}.`;
    throw problem(
      "database-url-scheme",
      `${source} has the scheme "${url.protocol}//": ${maskUrls(withoutQuery(url))}`,
      hint,
    );
  }
  const database = decode(url.pathname.slice(1), source);
  if (database.includes("/"))
    throw problem("database-url-invalid", `the value of ${source} is not a URL`, INVALID_HINT);
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
    tls: tlsOf(url.searchParams, source),
    place: `database "${database}" at ${host.includes(":") ? `[${host}]` : host}:${port}`,
  };
}

const INVALID_HINT = `It should look like ${EXAMPLE}. Percent-encode the password: @ : / ? # % are written as %40 %3A %2F %3F %23 %25.`;

const TLS_PARAMETERS = ["ssl-mode", "sslmode", "ssl"];

/**
 * The words of the MySQL clients (`ssl-mode`) and of common frameworks (`sslmode`, `ssl`). Parameters of other tools are
 * passed over, but for what looks like one of these: a slip would leave the connection unencrypted.
 */
function tlsOf(parameters: URLSearchParams, source: string): DatabaseUrl["tls"] {
  for (const name of parameters.keys()) {
    if (TLS_PARAMETERS.includes(name)) continue;
    const meant = nearest(name, TLS_PARAMETERS);
    if (meant !== undefined || /ssl|tls/i.test(name)) {
      const hint = `Did you mean ${meant ?? "ssl-mode"}? For instance "?ssl-mode=VERIFY_IDENTITY".`;
      throw problem("database-url-invalid", `${source} has a parameter "${name}", which queuegen does not know`, hint);
    }
  }
  const name = TLS_PARAMETERS.find((each) => parameters.has(each));
  const word = (name === undefined ? "" : (parameters.get(name) ?? "")).toLowerCase();
  if (/^verify[-_]/.test(word) || word === "true" || word === "1") return "verify";
  if (/^(required?|\{.*\})$/.test(word)) return "encrypt";
  if (/^(|disabled?|prefer(red)?|allow|false|0)$/.test(word)) return "none";
  const hint = "It takes DISABLED, REQUIRED (encrypts) or VERIFY_IDENTITY (encrypts and checks the certificate).";
  throw problem("database-url-invalid", `${source} has a value of "${name}" that queuegen does not know`, hint);
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
