/** Words of what takes work: of a file that has none of them, no turn of a loop is looked at. */
export const TAKES: string = String.raw`\b(?:status|state|\w+(?:status|state)|claim_?token|skip\s*_?locked|b[lr]pop|bzpop(?:min|max)|xreadgroup)\b|(?:processed|handled|done|completed|finished|sent|delivered|notified|picked|taken|claimed|locked|consumed|executed|dispatched|imported|synced|exported|used|selected|assigned)(?:_?(?:at|on|by|time))?["'\x60]?\s*(?:=|:|,\s*["'(\d]|is\s)`;
/** And of the statement or the pop that does it. */
export const QUERY: string = String.raw`\bwhere\b|\bfind(?:one)?by\s*\(|\bb[lr]pop|\bbzpop|\bxreadgroup|\bskip\s*_?locked`;
/** A loop with turns. */
export const TURNS: string = String.raw`\bwhile\s*\(|\bdo\s*\{|\bfor\s*\([^;)]*;|\bset(?:timeout|interval)\s*\(`;
/** A loop that its head may never end. */
export const ENDLESS: string = String.raw`\bwhile\s*\(|\bfor\s*\([^;)]*;\s*;|\bdo\s*\{`;
/** Where the types of handlers, and the libraries that call them, are imported from. */
export const HANDLERS: string = String.raw`\/consumer(?:\.[cm]?[jt]s)?['"]|@queuegen\/runtime|\bbull(?:mq)?['"/]|\bbee-queue`;
