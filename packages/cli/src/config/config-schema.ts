import { configKind } from "./keys.js";

/** JSON Schema of queuegen.json, for editors: the content of schema.json. */
export function configSchema(): object {
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "queuegen.json",
    ...configKind("src").schema,
  };
}
