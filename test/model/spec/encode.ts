import {
  type Call,
  type Item,
  PROCESSING,
  type Row,
  type State,
  type Statement,
  type Token,
  type Worker,
} from "./state.js";

const VERBS: readonly Statement["verb"][] = [
  ...(["claim", "claimDue", "start", "heartbeat", "complete", "retry", "dead", "back", "release"] as const),
  ...(["reclaim", "reclaimAhead", "retryDead", "dueNow", "cancel", "releaseHeld", "purge", "commit"] as const),
];
const ITEM_STATES: readonly Item["state"][] = ["waiting", "starting", "running", "ended", "lost"];
const TRANSACTIONS: readonly Item["transaction"][] = ["none", "open", "written", "committed", "doubt"];
const OUTCOMES = [null, "complete", "retry", "dead", "back"] as const;

/**
 * A state as a short text, the same for states that differ only in which worker is which and in the numbers of tokens.
 * Tokens are numbered as they come: in the rows, in late statements, with the operator; what only one worker knows, within
 * that worker. Workers are sorted by their text.
 */
export function encode(state: State): string {
  const codes: number[] = [];
  const known: Token[] = [];
  const name = (token: Token): number => {
    if (token === 0) return 0;
    const at = known.indexOf(token);
    return at >= 0 ? at + 1 : known.push(token);
  };
  for (const row of state.rows) rowCode(codes, row, name);
  codes.push(state.late.length);
  for (const statement of state.late) statementCode(codes, statement, name);
  for (const token of state.operator) codes.push(token === null ? 200 : name(token));
  const { seen, ripe, ripeAhead } = state.reclaimer;
  for (const one of seen) codes.push(one === null ? 0 : 1 + Number(one.changed) + 2 * Number(one.ahead) + 4 * one.wait);
  codes.push(ripe, ripeAhead, state.purge[0], state.purge[1], Number(state.half));
  const { crashes, losses, jumps, freezes, cuts, operator } = state.chances;
  codes.push(crashes, losses, jumps, freezes, cuts, operator);
  const workers = state.workers.map((worker) => workerText(worker, known));
  return text(codes) + (workers.length > 1 ? workers.sort().join("") : workers[0]);
}

/** One byte a number; all are below 256. */
function text(codes: readonly number[]): string {
  const length = codes.length;
  for (let i = 0; i < length; i++) BYTES[i] = codes[i]!;
  return BYTES.toString("latin1", 0, length);
}

const BYTES = Buffer.alloc(1_000);

function rowCode(codes: number[], row: Row, name: (token: Token) => number): void {
  codes.push(
    row.status,
    name(row.token),
    // Read in processing rows only.
    row.age === null || row.status !== PROCESSING ? 0 : row.age + 100,
    row.attempts,
    Number(row.started) + 2 * Number(row.key) + 4 * Number(row.locked) + 8 * Number(row.begun) + 16 * row.life,
    row.due === null ? 0 : row.due + 1,
    row.finished === null ? 0 : row.finished + 1,
    row.starts,
    name(row.by),
    row.effects + 8 * Number(row.completedWithEffect),
  );
}

function statementCode(codes: number[], statement: Statement, name: (token: Token) => number): void {
  codes.push(VERBS.indexOf(statement.verb), statement.rows, statement.seen, statement.running, statement.delay);
  for (const token of statement.tokens) codes.push(name(token));
  if (statement.claim === null) codes.push(0);
  else {
    codes.push(1);
    statementCode(codes, statement.claim, name);
  }
}

function workerText({ items, look, main, beat, frozen, cut }: Worker, known: readonly Token[]): string {
  const own: Token[] = [];
  const name = (token: Token): number => {
    if (token === 0) return 0;
    const at = known.indexOf(token);
    if (at >= 0) return at + 1;
    const mine = own.indexOf(token);
    return 100 + (mine >= 0 ? mine : own.push(token) - 1);
  };
  const codes: number[] = [Number(frozen) + 2 * Number(cut)];
  codes.push(look === null ? 0 : 1 + Number(look.due) + 2 * look.rows, look?.seen ?? 0);
  for (const item of items) itemCode(codes, item, name);
  callCode(codes, main, name);
  callCode(codes, beat, name);
  return text(codes);
}

function itemCode(codes: number[], item: Item | null, name: (token: Token) => number): void {
  if (item === null) {
    codes.push(255);
    return;
  }
  codes.push(
    ITEM_STATES.indexOf(item.state),
    name(item.token),
    item.attempt,
    item.spent,
    OUTCOMES.indexOf(item.outcome),
    TRANSACTIONS.indexOf(item.transaction) + 8 * item.life,
  );
}

function callCode(codes: number[], call: Call | null, name: (token: Token) => number): void {
  if (call === null) {
    codes.push(255);
    return;
  }
  statementCode(codes, call.statement, name);
  codes.push(call.spent, call.matched === null ? 200 : call.matched, call.skipped, call.won);
}
