// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the code under test
import fc from "fast-check";
import { expect, it } from "vitest";
import type { Finding } from "../finding.js";
import { judge } from "../judge.js";
import { readSource } from "../read-source.js";
import { DEFAULT_SETTINGS } from "../settings.js";
import { fixAll } from "./fix-all.js";

/** Statements with a fault, cut where a program may put them together. */
const STATEMENTS = [
  ["UPDATE job SET status = 1, claim_token = ?, claim_time = 1", " WHERE ", "id = ?"],
  ["UPDATE job SET status = 1, claim_token = ?, claim_time = 1 ", "WHERE ", "(id = ? OR a = 'x')", " LIMIT 5"],
  ["update `job` set status=1,claim_token=?,claim_time=1 where ", "a = 1 or b = 2"],
  ["UPDATE job SET status = 2, claim_token = NULL", " WHERE id = ? ", "/* the job's */"],
  ["UPDATE job SET status = 3, ", "claim_token = NULL WHERE id IN (?, ?)", " ORDER BY id"],
  ["SELECT id, claim_time FROM job WHERE status = 0", " ORDER BY RAND()", " LIMIT 20"],
  ["SELECT j.id, claim_time FROM job j WHERE j.status = 0", " LIMIT 20"],
  ["SELECT id FROM quote", " WHERE a = 1", " LIMIT 1"],
] as const;

const quoted = (quote: string, text: string): string =>
  `${quote}${text.replaceAll("\\", "\\\\").replaceAll(quote, `\\${quote}`)}${quote}`;

/** How a program writes a statement. */
const WAYS: readonly ((parts: readonly string[], nth: number) => string)[] = [
  (parts) => `await pool.query(${quoted("'", parts.join(""))}, [t, id]);`,
  (parts) => `await pool.query(${quoted('"', parts.join(""))}, [t, id]);`,
  (parts) => `await pool.query(${quoted("`", parts.join(""))}, [t, id]);`,
  (parts) => `await pool.query(${quoted("`", parts.join("\n  "))}, [t, id]);`,
  (parts) => `await pool.query(\`${parts.join("").replaceAll("`", "\\`").replaceAll("?", "${id}")}\`);`,
  (parts) => `await pool.query(${parts.map((part) => quoted("'", part)).join(" +\n  ")}, [t, id]);`,
  (parts) => `await pool.query([${parts.map((part) => quoted('"', part)).join(", ")}].join(" "), [t, id]);`,
  (parts, nth) => `const sql${nth} = ${quoted("'", parts.join(""))};\nawait pool.execute({ sql: sql${nth} }, [t, id]);`,
  (parts, nth) =>
    `let q${nth} = ${quoted("'", parts[0]!)};\nq${nth} += ${quoted("'", parts.slice(1).join(""))};\nawait pool.query(q${nth});`,
  (parts) => `await pool.query(\`${parts.join("").replaceAll("`", "\\`")} \${more}\`, [t, id]);`,
];

const decoration = fc.constantFrom(
  "",
  "// ünï 😀\r\n",
  "const s = 'UPDATE';\n",
  "/* `${x}` ' */ ",
  "\tlet n = 1 % 2;\r\n\r\n",
  "if (a) { b(`${c}`); }\n",
);

const program = fc.array(fc.tuple(decoration, fc.constantFrom(...STATEMENTS), fc.constantFrom(...WAYS)), {
  minLength: 1,
  maxLength: 5,
});

const errors = (findings: readonly Finding[]): number => findings.filter(({ severity }) => severity === "error").length;

it("fixed programs parse, have nothing left to fix and nothing new, and are what they were around the fixes", async () => {
  await fc.assert(
    fc.asyncProperty(program, fc.boolean(), async (parts, asSql) => {
      // Marks that no fix touches, one before each statement.
      const mark = (nth: number): string => (asSql ? `/* m${nth} */` : `m(${nth});`);
      const statements = parts.map(([, statement, way], nth) =>
        asSql ? `${statement.join("")};` : way(statement, nth),
      );
      const text = statements.map((one, nth) => `${asSql ? "" : parts[nth]![0]}${mark(nth)}\n${one}\n`).join("");
      const path = asSql ? "x.sql" : "x.ts";
      const { facts, problem } = await readSource(path, text);
      expect(problem).toBe(undefined);
      const before = judge([facts], DEFAULT_SETTINGS).findings;
      const fixed = await fixAll([facts], DEFAULT_SETTINGS);
      expect(fixed.refused).toEqual([]);
      const after = fixed.changed[0]?.after ?? text;
      const again = await readSource(path, after);
      expect(again.problem).toBe(undefined);
      const left = judge([again.facts], DEFAULT_SETTINGS).findings;
      expect(left).toEqual(fixed.judged.findings);
      expect(left.filter(({ fix }) => fix !== undefined)).toEqual([]);
      expect(errors(left)).toBeLessThanOrEqual(errors(before) - errors(fixed.applied));
      expect(fixed.applied.length).toBe(before.filter(({ fix }) => fix !== undefined).length);
      const around = statements.map((_, nth) => `${asSql ? "" : parts[nth]![0]}${mark(nth)}\n`);
      let at = 0;
      for (const [nth, piece] of around.entries()) {
        expect(after.slice(at, at + piece.length)).toBe(piece);
        at += piece.length;
        const next = around[nth + 1];
        const end = next === undefined ? after.length : after.indexOf(next, at);
        const statement = after.slice(at, end);
        // Without what fixes write, and without the order that one takes away, all is as it was.
        const bare = (sql: string): string =>
          sql
            .replace(/ AND status = [01]/, "")
            .replace(/ ORDER BY (?:id|RAND\(\))/i, "")
            .replace(/[()]/g, "");
        expect(bare(statement)).toBe(bare(`${statements[nth]}\n`));
        at = end;
      }
    }),
    { numRuns: 50, seed: 1 },
  );
}, 60_000);
