import { describe, expect, it } from "vitest";
import { databaseUrl } from "./database-url.js";

function errorOf(flag: string | undefined, env = {}): { code: string; message: string; hint: string } {
  try {
    databaseUrl(flag, env);
  } catch (error) {
    return (error as { diagnostics: [{ code: string; message: string; hint: string }] }).diagnostics[0];
  }
  throw new Error("no error");
}

describe("databaseUrl", () => {
  it("prefers the flag to QUEUEGEN_DATABASE_URL to DATABASE_URL", () => {
    const env = { QUEUEGEN_DATABASE_URL: "mysql://h/b", DATABASE_URL: "mysql://h/c" };
    expect(databaseUrl("mysql://h/a", env).database).toBe("a");
    expect(databaseUrl(undefined, env).database).toBe("b");
    expect(databaseUrl(undefined, { DATABASE_URL: "mysql://h/c" }).database).toBe("c");
  });

  it("decodes user, password and database", () => {
    expect(databaseUrl("mariadb://us%40er:p%2Fw@[::1]:3307/my%20app?ssl-mode=REQUIRED", {})).toEqual({
      host: "::1",
      port: 3307,
      user: "us@er",
      password: "p/w",
      database: "my app",
      tls: "encrypt",
      place: 'database "my app" at [::1]:3307',
    });
  });

  it.each([
    ["?ssl-mode=VERIFY_IDENTITY", "verify"],
    ["?sslmode=verify-full", "verify"],
    ["?ssl=true", "verify"],
    ['?ssl={"rejectUnauthorized":false}', "encrypt"],
    ["?ssl-mode=DISABLED", "none"],
    ["", "none"],
  ])("reads how to encrypt from '%s'", (query, tls) => {
    expect(databaseUrl(`mysql://h/app${query}`, {}).tls).toBe(tls);
  });

  it.each([
    ["?sslmod=require", 'a parameter "sslmod", which queuegen does not know', "Did you mean ssl-mode?"],
    ["?useSSL=true", 'a parameter "useSSL", which queuegen does not know', "?ssl-mode=VERIFY_IDENTITY"],
    ["?ssl-mode=REQUIRD", 'a value of "ssl-mode" that queuegen does not know', "REQUIRED"],
  ])("refuses %s, which would leave the connection unencrypted", (query, message, hint) => {
    const error = errorOf(`mysql://h/app${query}`);
    expect(error).toMatchObject({ code: "database-url-invalid", message: `--url has ${message}` });
    expect(error.hint).toContain(hint);
  });

  it("passes over what is meant for other tools", () => {
    expect(databaseUrl("mysql://h/app?connectionLimit=5&charset=utf8mb4", {}).tls).toBe("none");
  });

  it("says where the URL may stand when there is none", () => {
    expect(errorOf(undefined)).toMatchObject({
      code: "database-url-missing",
      hint: expect.stringContaining("QUEUEGEN_DATABASE_URL or DATABASE_URL"),
    });
  });

  it("names another scheme", () => {
    expect(errorOf("postgres://app:s3cret@db/app").message).toBe(
      '--url has the scheme "postgres://": postgres://***@db/app',
    );
  });

  it("asks for the name of the database", () => {
    expect(errorOf(undefined, { DATABASE_URL: "mysql://app:s3cret@db:3306" }).message).toBe(
      "DATABASE_URL names no database: mysql://***@db:3306",
    );
  });

  it.each([
    "s3cret",
    "mysql://app:s3/cret@db:3306/app",
    "mysql://app:3306/s3cret@db/app",
    "mysql://app:s3#cret@db/app",
    "mysql://app:s3%cret@db/app",
    "mysql://app:p@cret/w#rd@db/app",
    "mysql://app:33?cret@db/app",
    "mysql://app:p@cret?x@db/app",
    "mysql://app@db/app#cret",
    "mysql://db?password=s3cret",
    "jdbc:mysql://app:s3cret@db/app",
  ])("shows nothing of the password of %s", (text) => {
    const { message, hint } = errorOf(text);
    expect(message + hint).not.toMatch(/cret/);
    expect(hint).toContain("mysql://user:password@127.0.0.1:3306/app");
  });
});
