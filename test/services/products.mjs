/**
 * @typedef {import("./servers.d.mts").ProductName} ProductName
 *
 * @typedef {object} Product
 * @property {string} title
 * @property {string | undefined} variable environment variable with the URL of a server to use instead of a private one
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
    advice: "MariaDB (Debian, Ubuntu: apt-get install mariadb-server; macOS: brew install mariadb)",
  },
  mysql: {
    title: "MySQL",
    variable: "QUEUEGEN_TEST_MYSQL",
    binaries: ["mysqld"],
    accepts: (version) => !/mariadb/i.test(version),
    minimum: [8, 0],
    debian: { suite: "sid", package: "mysql-server-core", binary: "usr/sbin/mysqld", megabytes: 70 },
    advice: "MySQL itself, not MariaDB (Ubuntu: apt-get install mysql-server; macOS: brew install mysql)",
  },
  redis: {
    title: "Redis",
    variable: undefined,
    binaries: ["redis-server"],
    accepts: (version) => /redis/i.test(version),
    minimum: [7, 0],
    debian: { suite: "bookworm", package: "redis-server", binary: "usr/bin/redis-server", megabytes: 15 },
    advice: "Redis (Debian, Ubuntu: apt-get install redis-server; macOS: brew install redis)",
  },
};
