import { readFileSync } from "node:fs";
import { configKind } from "../../packages/cli/src/config/keys.js";
import { ROOT } from "./pages.js";
import { code, table } from "./print-table.js";

/** A JSON Schema, as far as packages/cli/schema.json uses it. */
interface Schema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | false;
  readonly description?: string;
}

/** docs/reference/config.md, from packages/cli/schema.json and the defaults of the loader. */
export function printConfigReference(): string {
  const schema = JSON.parse(readFileSync(`${ROOT}packages/cli/schema.json`, "utf8")) as Schema;
  return [HEAD, table(["key", "takes", "default", "meaning"], rowsOf(schema, defaults(), "")), TAIL]
    .join("\n\n")
    .concat("\n");
}

/** What the loader makes of an empty object. */
function defaults(): object {
  const at = { file: "queuegen.json", line: 1, column: 1, length: 2, lineText: "{}" };
  const empty = { kind: "object", entries: [], at } as const;
  const read = configKind("src").read(empty, "", ({ message }) => {
    throw new Error(message);
  });
  if (read === undefined) throw new Error("the loader takes no empty configuration");
  return read;
}

function rowsOf({ properties = {} }: Schema, values: object, prefix: string): readonly (readonly string[])[] {
  return Object.entries(properties).flatMap(([name, each]) => {
    const value = (values as Record<string, unknown>)[name];
    if (each.properties) return rowsOf(each, value as object, `${prefix}${name}.`);
    return [[code(prefix + name), takes(each), defaultText(value), each.description ?? ""]];
  });
}

function takes(schema: Schema): string {
  if (schema.enum) return schema.enum.map((word) => code(JSON.stringify(word))).join(", ");
  if (schema.anyOf) return schema.anyOf.map(takes).join(" or ");
  if (schema.items) return `list of ${takes(schema.items)}`;
  if (schema.additionalProperties) return `object of ${takes(schema.additionalProperties)}`;
  if (schema.type === "null") return "`null`";
  return schema.type === "string" ? "text" : (schema.type ?? "");
}

function defaultText(value: unknown): string {
  return value === "" ? "" : code(JSON.stringify(value));
}

const HEAD = `# queuegen.json

<!-- Printed from packages/cli/schema.json. Change packages/cli/src/config/keys.ts, then \`npm run docs\`. -->

The configuration of a project, at its root; commands look for it in the current folder and above. \`queuegen init\` writes one
that fits. Everything has a default; an unknown key is an error that names the nearest one. Paths are relative to the file.`;

const TAIL = `Defaults start with \`src/\` where that folder is there, with the \`rootDir\` of \`tsconfig.json\` where it has one, else at the root.

The connection to the database is not here, since it holds a password: \`--url\`, \`QUEUEGEN_DATABASE_URL\` or \`DATABASE_URL\`.

\`\`\`json
{
  "$schema": "./node_modules/queuegen/schema.json",
  "schemas": ["src/queues/schemas/**/*.queue.ts"],
  "generated": "src/queues/generated",
  "database": "src/db.ts#DB",
  "lint": { "rules": { "unused-suppression": "error" } }
}
\`\`\`

\`templates\` names a folder whose \`claim/consumer.ts.hbs\` and so on are printed instead of ours of that name; \`generate\` says so in each
run.`;
