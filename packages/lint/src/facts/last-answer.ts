import type { StatementFact } from "./code.js";
import type { Project } from "./project.js";

type Question<Answer> = (fact: StatementFact, project: Project) => Answer;

/**
 * Remembers the answer about the statement that was asked for last. All rules look at one statement before the next one,
 * and many ask the same; to remember all statements of a run costs more than it saves.
 */
export function lastAnswer<Answer>(question: Question<Answer>): Question<Answer> {
  let last: { readonly fact: StatementFact; readonly project: Project; readonly answer: Answer } | undefined;
  return (fact, project) => {
    if (last?.fact !== fact || last.project !== project) last = { fact, project, answer: question(fact, project) };
    return last.answer;
  };
}
