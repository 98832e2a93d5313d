import { sqlIdAlways } from "@queuegen/model";
import type { Finding } from "./finding.js";
import type { RightsFacts } from "./read-rights.js";

/** Tables that this user may not use as workers and producers do. Pure. */
export function judgeRights({ user, missing }: RightsFacts): readonly Finding[] {
  const [name = "", host = "%"] = user.split(/@(?=[^@]*$)/);
  return missing.map(({ table, rights }) => ({
    check: "rights",
    severity: "error",
    what: `user ${user} has no ${rights.join(", ")} on table "${table}"`,
    why: "A worker or producer with this user fails at its first statement. Where this URL is not theirs, ask with theirs.",
    todo: [`GRANT ${rights.join(", ")} ON ${sqlIdAlways(table)} TO '${name}'@'${host}';`],
  }));
}
