/** The names that follow from the name of a queue. */
export interface QueueNames {
  /** `orderTimeout` */
  readonly key: string;
  /** `OrderTimeout` */
  readonly pascal: string;
  /** `order_timeout_task` */
  readonly table: string;
}

/** Derives the other names from a valid queue name. */
export function queueNames(name: string): QueueNames {
  const words = name.split(/[-_]/);
  const pascal = words.map(capitalize).join("");
  return { key: uncapitalize(pascal), pascal, table: `${words.join("_")}_task` };
}

export const maxQueueName = 48;

/** Why a queue cannot have this name, as a sentence; `undefined` for a good one. */
export function queueNameProblem(name: string): string | undefined {
  if (name === "") return "The name is empty.";
  if (name.length > maxQueueName) return `The name has ${name.length} characters; at most ${maxQueueName} are allowed.`;
  if (!/^[a-z][a-z0-9]*([-_][a-z0-9]+)*$/.test(name)) {
    return "A queue name is made of lower-case words of letters and digits, joined by - or _, and starts with a letter.";
  }
  const { key } = queueNames(name);
  if (reservedInJavaScript.has(key))
    return `Its const would be called \`${key}\`, which is a reserved word in JavaScript.`;
  if (key in Object.prototype) return `Its key would be \`${key}\`, which every JavaScript object already has.`;
  if (helperWords.has(name)) return `Its const would be called \`${key}\` and hide the column helper of that name.`;
  if (modeWords.has(name)) return `\`${name}\` is a mode: the generated class would be named like the library's own.`;
  if (/^(con|prn|aux|nul|com\d|lpt\d)$/.test(name)) return `Windows cannot have a folder called \`${name}\`.`;
  return undefined;
}

/** A valid queue name close to what was written, where one is in sight: `Order Timeout` gives `order-timeout`. */
export function suggestQueueName(name: string): string | undefined {
  const words =
    name
      .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  const suggestion = words.join("-").replace(/^[0-9-]+/, "");
  return suggestion.length >= 2 && queueNameProblem(suggestion) === undefined ? suggestion : undefined;
}

/** Servers count characters, and the names we allow have one unit each. */
export const maxSqlName = 64;

/** Why a table, column or index cannot have this name, as a sentence; `undefined` for a good one. Reserved words are good. */
export function sqlNameProblem(name: string): string | undefined {
  if (name === "") return "The name is empty.";
  if (name.length > maxSqlName) return `The name has ${name.length} characters; MySQL allows ${maxSqlName}.`;
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) {
    return "A name in the database is made of letters from A to Z, digits and _, and does not start with a digit.";
  }
  if (name in Object.prototype) return `\`${name}\` is a property that every JavaScript object already has.`;
  return undefined;
}

/**
 * Why a queue cannot have this table of the application's, as a sentence. Its name is what it is: letters of any language,
 * digits, blanks, `_`, `-` and `$`. A quote or a dot in it would be taken for the end of a name by some tool sooner or later.
 */
export function adoptedTableProblem(name: string): string | undefined {
  if (name === "") return "The name is empty.";
  if (name.length > maxSqlName) return `The name has ${name.length} characters; MySQL allows ${maxSqlName}.`;
  if (/^[\p{L}\p{M}\p{N}_$ -]+$/u.test(name) && !name.startsWith(" ") && !name.endsWith(" ")) return undefined;
  return "The name of an adopted table is made of letters, digits, _, -, $ and blanks between them: not of quotes, dots or slashes.";
}

const modeWords: ReadonlySet<string> = new Set(["claim", "cursor", "stream", "delay"]);

/** The helpers that every schema imports; a const of that name would hide them. */
const helperWords: ReadonlySet<string> = new Set(["bigint", "int", "json", "tinyint", "varchar"]);

/** What a module in strict mode cannot call a const. */
const reservedInJavaScript: ReadonlySet<string> = new Set(
  `arguments await break case catch class const continue debugger default delete do else enum eval export extends false
  finally for function if implements import in instanceof interface let new null package private protected public return
  static super switch this throw true try typeof undefined var void while with yield`.split(/\s+/),
);

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function uncapitalize(word: string): string {
  return word.charAt(0).toLowerCase() + word.slice(1);
}
