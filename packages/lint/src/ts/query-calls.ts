import type { ts } from "ts-morph";
import { calledName, receiver, rootName } from "./nodes.js";

/** Methods whose first argument is SQL, on whatever is called like a connection. */
const METHODS = /^(?:query|execute|raw|unsafe|\$?(?:queryRaw|executeRaw)(?:Unsafe)?)$/;
const CONNECTIONS =
  /(?:pool|conn|connection|db|database|client|knex|sequelize|mysql|mariadb|tx|trx|transaction|prisma|manager|runner|source|orm|session)$/i;

/** True for a call that runs SQL, judged by names alone: `pool.query(...)`, `this.db.execute(...)`. */
export function isQueryCall(call: ts.CallExpression): boolean {
  if (!METHODS.test(calledName(call))) return false;
  const object = receiver(call);
  const name = object === undefined ? undefined : (lastName(object) ?? rootName(object));
  return name !== undefined && CONNECTIONS.test(name);
}

function lastName(node: ts.Expression): string | undefined {
  const { name } = node as { name?: ts.Node & { text?: string } };
  return name?.text;
}
