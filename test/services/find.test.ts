import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findInstalled } from "./servers.mjs";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "queuegen-find-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A program that answers `--version` as the real one does. */
function program(name: string, answer: string): void {
  const file = path.join(folder, name);
  writeFileSync(file, `#!/bin/sh\necho '${answer}'\n`);
  chmodSync(file, 0o755);
}

const MARIADB = "/usr/sbin/mysqld  Ver 10.11.6-MariaDB-0+deb12u1 for debian-linux-gnu on x86_64 (Debian 12)";
const MYSQL = "/usr/sbin/mysqld  Ver 9.1.0 for Linux on x86_64 (MySQL Community Server - GPL)";

test("a mysqld that is MariaDB is found as MariaDB and not as MySQL", () => {
  program("mysqld", MARIADB);
  expect(findInstalled("mysql", { path: folder })).toBeUndefined();
  expect(findInstalled("mariadb", { path: folder })).toMatchObject({ product: "mariadb", version: "10.11.6" });
});

test("a mysqld that is MySQL is found as MySQL and not as MariaDB", () => {
  program("mysqld", MYSQL);
  expect(findInstalled("mariadb", { path: folder })).toBeUndefined();
  expect(findInstalled("mysql", { path: folder })).toMatchObject({ product: "mysql", version: "9.1.0" });
});

test.each([
  ["mariadb", "mariadbd", "mariadbd  Ver 10.5.23-MariaDB for debian-linux-gnu on x86_64"],
  ["mysql", "mysqld", "mysqld  Ver 5.7.44 for Linux on x86_64 (MySQL Community Server)"],
  ["redis", "redis-server", "Redis server v=6.2.14 sha=00000000:0 malloc=jemalloc bits=64"],
] as const)("a %s that is too old is passed over", (product, name, answer) => {
  program(name, answer);
  expect(findInstalled(product, { path: folder })).toBeUndefined();
});

test("a program that cannot be run is passed over", () => {
  writeFileSync(path.join(folder, "redis-server"), "not a program");
  expect(findInstalled("redis", { path: folder })).toBeUndefined();
  chmodSync(path.join(folder, "redis-server"), 0o755);
  expect(findInstalled("redis", { path: folder })).toBeUndefined();
});
