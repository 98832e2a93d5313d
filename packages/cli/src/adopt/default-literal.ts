/** A default that a reader of the schema is glad to see and that the helper takes; others are the server's affair. */
export function defaultLiteral(value: string, helper: string): string | undefined {
  const number = /^-?\d{1,15}$/.test(value) ? value : undefined;
  const text = /^'([ -&(-[\]-~]{0,64})'$/.exec(value)?.[1];
  switch (helper) {
    case "tinyint":
    case "smallint":
    case "mediumint":
    case "int":
    case "bigint":
      return number;
    case "boolean":
      return number === undefined ? undefined : String(number !== "0");
    case "decimal":
      return text === undefined ? undefined : JSON.stringify(text);
    case "char":
    case "varchar":
    case "enumOf":
      return text === undefined ? undefined : JSON.stringify(text);
    case "datetime":
    case "timestamp":
      return /^CURRENT_TIMESTAMP(\(\d\))?$/.test(value) ? '"CURRENT_TIMESTAMP"' : undefined;
    default:
      return undefined;
  }
}
