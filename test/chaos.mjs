import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { ROOT } from "./bootstrap/repository.mjs";
import { runScript, StepError, step } from "./bootstrap/step.mjs";
import { bootstrap } from "./bootstrap.mjs";

/**
 * `npm run chaos [-- --runs 5 --jobs 20000 --seed 1 PATTERN]`: the fault suite again and again, in its long form, each
 * time with another seed. Prints a table of cases, runs and violations; exit code 1 when there is one violation.
 *
 * @typedef {{ runs: number, violations: number, seeds: number[] }} Row
 */
await runScript(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      runs: { type: "string", default: "3" },
      jobs: { type: "string", default: "20000" },
      seed: { type: "string", default: String(Math.floor(Math.random() * 1_000_000) + 1) },
    },
  });
  await bootstrap();
  /** @type {Map<string, Row>} */
  const table = new Map();
  for (let run = 0; run < Number(values.runs); run++) {
    const seed = Number(values.seed) + run;
    await oneRun(seed, values.jobs, positionals, table);
    console.log(`\n${printed(table)}`);
  }
  return [...table.values()].some(({ violations }) => violations > 0) ? 1 : 0;
});

/**
 * @param {number} seed
 * @param {string} jobs
 * @param {readonly string[]} patterns
 * @param {Map<string, Row>} table
 */
async function oneRun(seed, jobs, patterns, table) {
  const folder = mkdtempSync(path.join(tmpdir(), "queuegen-chaos-"));
  const report = path.join(folder, "report.json");
  const env = { ...process.env, QUEUEGEN_FAULT_SEED: String(seed), QUEUEGEN_FAULT_JOBS: jobs };
  /** @type {readonly [string, ...string[]]} */
  const vitest = [
    path.join(ROOT, "node_modules/.bin/vitest"),
    ...["run", "--project", "faults", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
    ...patterns,
  ];
  try {
    await step(`seed ${seed}`, vitest, { env, timeoutMs: 90 * 60_000 }).catch((error) => {
      // A test that fails is counted from the report; without one the run did not come to its end.
      if (!(error instanceof StepError) || !existsSync(report)) throw error;
    });
    count(JSON.parse(readFileSync(report, "utf8")), seed, table);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** One line of a failed expectation for each rule that was broken: `+   "stuck (job 7): ...`. */
const VIOLATION = /^\+ +"[a-z-]+ \(job /gm;

/**
 * @param {{ testResults: readonly { assertionResults: readonly Result[] }[] }} report
 * @param {number} seed
 * @param {Map<string, Row>} table
 *
 * @typedef {{ ancestorTitles: readonly string[], title: string, status: string, failureMessages: readonly string[] }} Result
 */
function count({ testResults }, seed, table) {
  for (const { ancestorTitles, title, status, failureMessages } of testResults.flatMap(
    (file) => file.assertionResults,
  )) {
    // Tests outside a server's block are those of the judge itself.
    if (ancestorTitles.length === 0 || !["passed", "failed"].includes(status)) continue;
    const name = `${ancestorTitles[0]}: ${title}`;
    const row = table.get(name) ?? { runs: 0, violations: 0, seeds: [] };
    row.runs += 1;
    if (status === "failed") {
      row.violations += Math.max(1, failureMessages.join("\n").match(VIOLATION)?.length ?? 0);
      row.seeds.push(seed);
    }
    table.set(name, row);
  }
}

/** @param {ReadonlyMap<string, Row>} table */
function printed(table) {
  const lines = [...table].map(([name, { runs, violations, seeds }]) => {
    const where = seeds.length > 0 ? `  seed ${seeds.join(", ")}` : "";
    return `${String(runs).padStart(4)}  ${String(violations).padStart(10)}  ${name}${where}`;
  });
  const all = [...table.values()];
  const sum = (/** @type {"runs" | "violations"} */ key) => all.reduce((total, row) => total + row[key], 0);
  return ["runs  violations  case", ...lines, `${sum("runs")} runs, ${sum("violations")} violations`].join("\n");
}
