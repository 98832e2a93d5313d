export { findInstalled } from "./find.mjs";
export { withLock } from "./lock.mjs";
export { obtain } from "./obtain.mjs";
export { greetSql } from "./probe.mjs";
export { startRedis } from "./redis.mjs";
export { startMariadb, startMysql } from "./sql-server.mjs";
