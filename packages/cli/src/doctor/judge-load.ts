import { span } from "../operate/words.js";
import type { Finding } from "./finding.js";
import type { LoadFacts, MetadataWait, OpenTransaction } from "./read-load.js";

/** Versions of rows; a busy server that purges in time stays far below. */
const HISTORY = { info: 100_000, warning: 1_000_000 } as const;

/** What slows a queue that has nothing to do with the queue. Pure. */
export function judgeLoad({ historyLength, transactions, metadataWaits }: LoadFacts): readonly Finding[] {
  return [
    ...(historyLength !== undefined && historyLength >= HISTORY.info ? [historyFinding(historyLength)] : []),
    ...transactions.slice(0, 1).map((oldest) => transactionFinding(oldest, transactions.length)),
    ...metadataWaits.slice(0, 1).map((longest) => waitFinding(longest, metadataWaits.length)),
  ];
}

function historyFinding(length: number): Finding {
  return {
    check: "history-list",
    severity: length >= HISTORY.warning ? "warning" : "info",
    what: `the history list holds ${length} old versions of rows`,
    why: "A claim walks over index entries of finished jobs that are not purged yet: the longer the list, the slower each look for work.",
    todo: ["End the oldest transaction (below, where there is one); long reports belong on a replica."],
  };
}

function transactionFinding(
  { connection, seconds, user, host, command, rowsLocked }: OpenTransaction,
  count: number,
): Finding {
  const who = user === null ? `connection ${connection}` : `connection ${connection} (${user} from ${host})`;
  const idle = command === "Sleep" ? ", idle now" : "";
  const locked = Number(rowsLocked) > 0 ? `, with ${rowsLocked} rows locked` : "";
  return {
    check: "long-transaction",
    severity: "warning",
    what: `${who} has been in a transaction for ${span(seconds * 1000)}${idle}${locked}${count > 1 ? `; ${count - 1} more over a minute` : ""}`,
    why: "The server keeps every version of every row since it began, and a migration of a table that it has touched waits for it.",
    todo: [`Look what that program does; to end it: KILL ${connection};`],
  };
}

function waitFinding({ connection, seconds, sql }: MetadataWait, count: number): Finding {
  const text = (sql ?? "").replace(/\s+/g, " ").slice(0, 80);
  return {
    check: "metadata-wait",
    severity: "error",
    what: `connection ${connection} has waited ${span(seconds * 1000)} for a table${text === "" ? "" : `: ${text}`}${count > 1 ? `; ${count - 1} more wait` : ""}`,
    why: "A change of a table waits for every transaction that has touched it, and all later statements on that table wait behind the change: workers stand still.",
    todo: [
      `End the change (KILL ${connection};) or the transaction that it waits for, and run it by \`queuegen migrate up\`, which gives up in time.`,
    ],
  };
}
