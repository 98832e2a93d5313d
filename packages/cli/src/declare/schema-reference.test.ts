import { columnHelpers } from "@queuegen/model";
import { modes } from "@queuegen/modes";
import { expect, test } from "vitest";
import { printColumnReference, printModeReference } from "./print-schema-reference.js";

const intro = `# Schema

<!-- Printed from the option tables. Change those, then \`npm run docs\`. -->

A schema is a file \`<name>.queue.ts\` that exports the result of \`defineQueue(name, options)\`. It is read and never run: it may
hold literals, template strings, arithmetic, consts and enum members of project files, object spread and column helpers.

A name is made of lower-case words joined by \`-\` or \`_\`, at most 48 characters. \`order-timeout\` gives the const \`orderTimeout\`, the
types \`OrderTimeout...\` and the table \`order_timeout_task\`. A duration is a number of ms or a text such as \`"15m"\` (\`ms s m h d\`).

| option | meaning |
| --- | --- |
| \`table\` | Name of the table, where it is not the one that follows from the queue's name. |
| \`mode\` | How jobs are handed out: ${modes.map(({ name }) => `\`${name}\``).join(", ")}. |
| \`columns\` | Columns by name: \`id\`, \`status\`, \`claim_token\`, \`claim_time\`, then the payload. Other standard columns are added; one that is named here is retyped or documented. |
| \`indexes\` | Indexes by name: \`["status", "id"]\` or \`{ columns: ["user_id"], unique: true }\`. The one on \`status\` and \`id\` must be there; the primary key is always \`id\`. |
| \`fields\` | Other names of standard columns, for a table that exists already: \`{ status: "notify_status" }\`. |
| \`adopted\` | \`true\`: the table is the application's own, and \`queuegen add --adopt\` has [added the queue's columns to it](../how-to/adopt-a-table.md). Migrations touch those columns and their indexes alone; the rest of \`columns\` only says what handlers get. The key may be an integer, text or bytes, \`create_time\` may be NULL, and rows stay for ever unless \`retention\` says otherwise. |

## Columns
`;

test("the reference of the schema is that of the option tables (renew with npm run docs)", async () => {
  const text = [intro, printColumnReference(columnHelpers), ...modes.map(printModeReference)].join("\n\n");
  await expect(`${text.replace(/\n{3,}/g, "\n\n")}\n`).toMatchFileSnapshot("../../../../docs/reference/schema.md");
});
