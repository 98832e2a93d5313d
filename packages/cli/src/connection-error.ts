import { QueuegenError } from "@queuegen/model";
import type { DatabaseUrl } from "./database-url.js";

interface Translation {
  readonly message: string;
  readonly hint: string;
}

/** What a failed attempt to connect means and what to do. Neither the message nor the cause holds the password. */
export function connectionError(cause: unknown, url: DatabaseUrl): QueuegenError {
  const { code = "", message: words = String(cause) } = cause as { code?: string; message?: string };
  const { message, hint } = (CODES[code] ?? tlsTranslation(code) ?? fallback(words))(url, words);
  return new QueuegenError([{ code: "database-connection", severity: "error", message, hint }]);
}

type Translate = (url: DatabaseUrl, words: string) => Translation;

const CODES: Readonly<Record<string, Translate>> = {
  ECONNREFUSED: (url) => ({
    message: `nothing listens at ${url.host}:${url.port}`,
    hint: "Start the server, or correct host and port in the URL.",
  }),
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
  ETIMEDOUT: noAnswer,
  EHOSTUNREACH: noAnswer,
  ENETUNREACH: noAnswer,
  ER_ACCESS_DENIED_ERROR: denied,
  ER_ACCESS_DENIED_NO_PASSWORD_ERROR: denied,
  ER_BAD_DB_ERROR: (url) => ({
    message: `the server at ${url.host}:${url.port} has no database "${url.database}"`,
    hint: `Create it (CREATE DATABASE \`${url.database.replaceAll("`", "``")}\` CHARACTER SET utf8mb4;) or correct the end of the URL.`,
  }),
  ER_DBACCESS_DENIED_ERROR: (url) => ({
    message: `user "${url.user}" may not use ${url.place}, or it does not exist`,
    hint: `An administrator can allow it: GRANT ALL ON \`${url.database.replaceAll("`", "``")}\`.* TO the user.`,
  }),
  ER_HOST_NOT_PRIVILEGED: (url, words) => ({
    message: `the server at ${url.host}:${url.port} takes no connection from this host: ${words}`,
    hint: "Give the user a host that matches, or connect from one that is allowed.",
  }),
  ER_CON_COUNT_ERROR: (url) => ({
    message: `the server at ${url.host}:${url.port} has no connection left`,
    hint: "End idle clients, or raise max_connections.",
  }),
  ER_SECURE_TRANSPORT_REQUIRED: (url) => ({
    message: `the server at ${url.host}:${url.port} takes encrypted connections only`,
    hint: 'Add "?ssl-mode=VERIFY_IDENTITY" to the URL, or "?ssl-mode=REQUIRED" where its certificate is not to be checked.',
  }),
  HANDSHAKE_NO_SSL_SUPPORT: (url) => ({
    message: `the server at ${url.host}:${url.port} offers no TLS`,
    hint: 'Turn TLS on at the server, or take "ssl-mode" out of the URL.',
  }),
};

function unknownHost(url: DatabaseUrl): Translation {
  return {
    message: `the host "${url.host}" is not known`,
    hint: "Correct it in the URL, or look at the network's name service.",
  };
}

function noAnswer(url: DatabaseUrl): Translation {
  return {
    message: `no answer from ${url.host}:${url.port}`,
    hint: "Look whether the host is right and a firewall stands between.",
  };
}

function denied(url: DatabaseUrl): Translation {
  return {
    message: `the server at ${url.host}:${url.port} does not accept user "${url.user}" ${url.password === "" ? "without a password" : "with this password"}`,
    hint: "Correct user and password in the URL. Characters such as @ : / # % are written as %40 %3A %2F %23 %25.",
  };
}

/** Node names each fault of a certificate by a code of its own. */
function tlsTranslation(code: string): Translate | undefined {
  if (!/CERT|SSL|TLS|LEAF_SIGNATURE/.test(code)) return undefined;
  return (url, words) => ({
    message: `no trusted TLS connection to ${url.host}:${url.port}: ${words}`,
    hint: 'Name the authority that signed its certificate in NODE_EXTRA_CA_CERTS, or use "?ssl-mode=REQUIRED", which encrypts without checking.',
  });
}

function fallback(words: string): Translate {
  return (url) => ({
    message: `cannot connect to ${url.place}: ${words}`,
    hint: "Correct the URL, or look into the server's log.",
  });
}
