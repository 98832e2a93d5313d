import type { Finding } from "@queuegen/lint";

/** ESLint shows one text for a finding: what is wrong, the places that belong to it, what to write instead. */
export function messageOf({
  message,
  hint,
  notes = [],
  at,
}: Pick<Finding, "message" | "hint" | "notes" | "at">): string {
  const places = notes.map((note) => {
    const file = note.at.file === at.file ? "" : `${note.at.file}, `;
    return `${note.message} (${file}line ${note.at.line})`;
  });
  const related = places.length === 0 ? "" : ` ${places.join("; ")}.`;
  return `${message}${related}${hint === undefined ? "" : ` Instead: ${hint}`}`;
}
