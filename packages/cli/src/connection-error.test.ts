import { describe, expect, it } from "vitest";
import { connectionError } from "./connection-error.js";
import { databaseUrl } from "./database-url.js";

const url = databaseUrl("mysql://app:s3cret@db.local/shop", {});

describe("connectionError", () => {
  it.each([
    ["ECONNREFUSED", "nothing listens at db.local:3306"],
    ["ENOTFOUND", 'the host "db.local" is not known'],
    ["ETIMEDOUT", "no answer from db.local:3306"],
    ["ER_ACCESS_DENIED_ERROR", 'does not accept user "app" with this password'],
    ["ER_BAD_DB_ERROR", 'the server at db.local:3306 has no database "shop"'],
    ["ER_DBACCESS_DENIED_ERROR", 'user "app" may not use database "shop" at db.local:3306'],
    ["ER_SECURE_TRANSPORT_REQUIRED", "takes encrypted connections only"],
    ["HANDSHAKE_NO_SSL_SUPPORT", "offers no TLS"],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", "no trusted TLS connection to db.local:3306: words"],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "no trusted TLS connection"],
    ["ER_SOMETHING_ELSE", 'cannot connect to database "shop" at db.local:3306: words'],
  ])("translates %s", (code, words) => {
    const [diagnostic] = connectionError(Object.assign(new Error("words"), { code }), url).diagnostics;
    expect(diagnostic?.message).toContain(words);
    expect(diagnostic?.hint).toBeTruthy();
  });

  it("never holds the password", () => {
    const error = connectionError(Object.assign(new Error("x"), { code: "ER_ACCESS_DENIED_ERROR" }), url);
    expect(JSON.stringify(error.diagnostics) + error.stack + String(error.cause)).not.toContain("s3cret");
  });
});
