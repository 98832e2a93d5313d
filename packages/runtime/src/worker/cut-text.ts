const MOST = 500;

/** At most 500 characters, cut between characters, lone surrogates replaced: storing an error never fails. */
export function cutText(text: string): string {
  const whole = text.toWellFormed();
  return whole.length <= MOST ? whole : [...whole.slice(0, 2 * MOST)].slice(0, MOST).join("").toWellFormed();
}
