import { type Expression, knownValue, walk } from "./expression.js";

/** How far a row is, judged by the value of its status. */
export type State = "new" | "running" | "final";

const WORDS: Readonly<Record<State, RegExp>> = {
  new: /^(?:pending|new|queued|enqueued|waiting|wait|ready|todo|init|initial|unprocessed|scheduled|available|free|unassigned|retry|retrying|notstarted|unsent|backlog|inbox|idle|untreated|fresh|open|created)$/,
  running:
    /^(?:processing|running|inprogress|progress|claimed|working|started|taken|locked|reserved|picked|executing|busy|inwork|sending|assigned|active|handling)$/,
  final:
    /^(?:done|completed?|finished|success|successful|succeeded|ok|failed|failure|dead|error|errored|sent|delivered|processed|cancelled|canceled|expired|aborted|rejected|closed|handled)$/,
};
// 0 pending, 1 processing, 2 done, 3 dead, 4 queued, 5 waiting
const NUMBERS: readonly State[] = ["new", "running", "final", "final", "new", "new"];

/** The states that a value may stand for: several for `IF(attempts >= 5, 3, 0)`, none where the value is not known. */
export function statesOf(value: Expression): ReadonlySet<State> {
  const states = new Set<State>();
  for (const part of walk(resultOf(value))) {
    const state = stateOf(part);
    if (state !== undefined) states.add(state);
  }
  return states;
}

/** The state that a word or the name of a constant stands for, if any. */
export function statesNamed(word: string): ReadonlySet<State> {
  const last = word.split(".").at(-1) ?? word;
  const state = stateNamed(last) ?? stateNamed(last.replace(/^.*?(?:status|state)_?/i, ""));
  return new Set(state === undefined ? [] : [state]);
}

/** Of `IF(condition, a, b)` only `a` and `b` are values. */
function resultOf(value: Expression): Expression {
  if (value.kind !== "call" || value.name !== "if" || value.args.length < 3) return value;
  return { ...value, args: value.args.slice(1).map(resultOf) };
}

function stateOf(value: Expression): State | undefined {
  const known = knownValue(value);
  if (typeof known === "number") return NUMBERS[known];
  if (typeof known === "string") return stateNamed(known);
  const name = constantName(value);
  return name === undefined ? undefined : (stateNamed(name) ?? stateNamed(name.replace(/^.*?(?:status|state)_?/i, "")));
}

function stateNamed(word: string): State | undefined {
  const plain = plainWord(word);
  return (Object.keys(WORDS) as State[]).find((state) => WORDS[state].test(plain));
}

/** The last name of `Status.Pending`, `status.pending` or `STATUS_PENDING`; a plain variable is no constant. */
export function constantName(value: Expression): string | undefined {
  if (value.kind !== "parameter" || !/^[A-Z]|\./.test(value.text)) return undefined;
  return /^(?:[\w$]+\.)*([A-Za-z_]\w*)$/.exec(value.text)?.[1];
}

export function plainWord(word: string): string {
  return word.toLowerCase().replace(/[\s_-]/g, "");
}
