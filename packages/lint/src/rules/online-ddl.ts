import type { Project } from "../facts/project.js";
import type { PlacedChange } from "../facts/table-schema.js";
import { insertAfter, toFix } from "../fix/edits.js";
import type { Rule, RuleMeta } from "../rule.js";
import { TABLE_TRIGGERS } from "./triggers.js";

const meta: RuleMeta = {
  name: "online-ddl",
  summary:
    "A change of a queue in use says ALGORITHM and LOCK: the server then refuses it instead of stopping all workers.",
  severity: { queue: "warning", work: "off", elsewhere: "off" },
  triggers: TABLE_TRIGGERS,
};

export const onlineDdl: Rule = {
  meta,
  change: (placed, project) => {
    const { change, source } = placed;
    const isChange = change.kind === "alter" && change.form === "sql" && !change.online && change.mayCopy;
    if (!isChange || !project.queues.has(change.table.toLowerCase()) || isNew(placed, project)) return [];
    const clause = "ALGORITHM=INPLACE, LOCK=NONE";
    const suggestion = toFix("say ALGORITHM and LOCK", insertAfter({ source, span: change.whole }, `, ${clause}`));
    return [
      {
        at: { source, span: change.span },
        scope: "queue",
        table: change.table,
        message: `this change of queue \`${change.table}\` does not say how it is to be made: where the server has to copy the table, all claims and enqueues wait until it is done.`,
        help: `add \`, ${clause}\`; what the server cannot do so it refuses at once, and you choose the time.`,
        ...(suggestion === undefined ? {} : { suggestions: [suggestion] }),
      },
    ];
  },
};

/** The file that makes the table goes on with it, before anybody uses it. */
function isNew({ change, source }: PlacedChange, project: Project): boolean {
  const file = project.files.find((one) => one.source.path === source.path);
  return (file?.changes ?? []).some(
    (other) =>
      other.kind === "create" &&
      other.table.toLowerCase() === change.table.toLowerCase() &&
      other.span.start < change.span.start,
  );
}
