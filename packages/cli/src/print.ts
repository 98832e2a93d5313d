import { type Diagnostic, frame, type Paint, sortDiagnostics } from "@queuegen/model";
import pc from "picocolors";
import type { Io } from "./io.js";

/** Colours where a person looks and NO_COLOR does not forbid them; never the only signal. */
export function colorsOf(io: Io): ReturnType<typeof pc.createColors> {
  return pc.createColors(io.interactive && !io.env.NO_COLOR);
}

/** Prints all problems of a run on stderr, sorted by place, each with its line and what to do next. */
export function printDiagnostics(diagnostics: readonly Diagnostic[], io: Io): void {
  const paint = paintOf(io);
  io.err(
    `${sortDiagnostics(diagnostics)
      .map((diagnostic) => frame(diagnostic, paint))
      .join("\n\n")}\n`,
  );
}

/** How diagnostics look on this output. */
export function paintOf(io: Io): Paint {
  const colors = colorsOf(io);
  return {
    place: colors.cyan,
    gutter: colors.dim,
    caret: colors.red,
    severity: (text, severity) => (severity === "error" ? colors.red(text) : colors.yellow(text)),
    code: colors.bold,
  };
}
