/**
 * @typedef {import("./servers.d.mts").ProductName} ProductName
 *
 * @typedef {object} Product
 * @property {string} title
 * @property {string} variable environment variable with the URL of a server to use instead of a private one
 * @property {readonly string[]} binaries names to look for on PATH
 * @property {(version: string) => boolean} accepts judges the answer to `--version`
 * @property {readonly [major: number, minor: number]} minimum
 * @property {{ suite: string, package: string, binary: string, megabytes: number }} debian where Debian has it. The
 *   suite is fixed, whatever the machine's own is: MySQL is in sid only, and MariaDB shall be the 10.11 of bookworm.
 * @property {string} advice what a person can do on a system where nothing can be unpacked
 */

/** @type {Readonly<Record<ProductName, Product>>} */
export const PRODUCTS = {
  mariadb: {
    title: "MariaDB",
    variable: "QUEUEGEN_TEST_MARIADB",
    binaries: ["mariadbd", "mysqld"],
    accepts: (version) => /mariadb/i.test(version),
    minimum: [10, 6],
    debian: { suite: "bookworm", package: "mariadb-server-core", binary: "usr/sbin/mariadbd", megabytes: 25 },
    advice: "the package mariadb-server, or a container of the image mariadb:10.11",
  },
  mysql: {
    title: "MySQL",
    variable: "QUEUEGEN_TEST_MYSQL",
    binaries: ["mysqld"],
    accepts: (version) => !/mariadb/i.test(version),
    minimum: [8, 0],
    debian: { suite: "sid", package: "mysql-server-core", binary: "usr/sbin/mysqld", megabytes: 70 },
    advice: "the package mysql-server (MySQL itself, not MariaDB), or a container of the image mysql:9",
  },
  redis: {
    title: "Redis",
    variable: "QUEUEGEN_TEST_REDIS",
    binaries: ["redis-server"],
    accepts: (version) => /redis/i.test(version),
    minimum: [7, 0],
    debian: { suite: "bookworm", package: "redis-server", binary: "usr/bin/redis-server", megabytes: 15 },
    advice: "the package redis-server, or a container of the image redis:7",
  },
};
