/** Words of loops that take work: of a file that has none of them, no turn is looked at. */
export const TAKES: string = String.raw`\b(?:status|state|claim_?token|skip\s*_?locked|pick(?:ed)|taken|processed|b[lr]pop|bzpop(?:min|max)|xreadgroup)\b`;
export const ENDLESS: string = String.raw`\bwhile\s*\(|\bfor\s*\([^;)]*;\s*;|\bdo\s*\{`;
/** What makes a function a handler. */
export const HANDLERS: string = String.raw`\brunworker\b|\bcreateworker\b|handler\s*=|handler\}|\bbull(?:mq)?['"/]|bee-queue`;
