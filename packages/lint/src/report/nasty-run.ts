import type { Finding } from "../finding.js";
import { judge } from "../judge.js";
import type { LintRun } from "../lint-files.js";
import { readSource } from "../read-source.js";
import { DEFAULT_SETTINGS } from "../settings.js";

/** What breaks writers of formats: quotes, entities, ends of sections, line ends, control characters, broken surrogates. */
export const NASTY = "\"'`&amp;<b>]]>\r\n\t%0A::error,:\\ 日本語 😀\u0007\u2028 \ud800.";

/** A run over this text: a file with a fix, one with a silenced finding, one skipped, and a finding made of nasty text. */
export async function nastyRun(): Promise<LintRun> {
  const read = await Promise.all([
    readSource(
      "src/ü &'1.ts",
      `// 😀\npool.query('UPDATE job SET status = 1, claim_token = ?, claim_time = 1 WHERE id = ?', [t, id]);\n`,
    ),
    readSource(
      "b.sql",
      '-- queuegen-disable-next-line no-order-by-rand -- few <rows> & "more"\nSELECT id FROM quote ORDER BY RAND();\n',
    ),
    readSource(
      "c.ts",
      "await conn.beginTransaction();\nawait conn.query('SELECT id FROM job WHERE status = 0 ORDER BY id LIMIT 1 FOR UPDATE');\nawait fetch('x');\nawait conn.commit();\n",
    ),
  ]);
  const judged = judge(
    read.map(({ facts }) => facts),
    DEFAULT_SETTINGS,
  );
  return {
    ...judged,
    findings: [...judged.findings, nasty("warning"), nasty("info")],
    files: 5,
    skipped: [{ file: "d & e.ts", reason: 'syntax error at 3:7: "]]>" <expected>' }],
  };
}

function nasty(severity: Finding["severity"]): Finding {
  return {
    code: "no-modulo-sharding",
    severity,
    message: NASTY,
    hint: NASTY,
    at: { file: `x/${NASTY.replaceAll("/", "")}.ts`, line: 1, column: 1, length: 1, lineText: NASTY },
    end: { line: 2, column: 1 },
    outerLine: 1,
  };
}
