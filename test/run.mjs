import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ROOT } from "./bootstrap/repository.mjs";
import { runScript, StepError, step } from "./bootstrap/step.mjs";
import { bootstrap } from "./bootstrap.mjs";

const BIN = "node_modules/.bin";
const QUEUEGEN = /** @type {const} */ ([process.execPath, path.join(ROOT, "packages/cli/bin/queuegen.js")]);
const EXAMPLE = path.join(ROOT, "generated-example");

/**
 * `npm test`: everything that CI runs; goes on after a step that fails, so that one run shows all there is to mend.
 * With arguments, `npm test -- proxy`, only the tests that vitest finds by them.
 */
await runScript(async () => {
  const filters = process.argv.slice(2);
  await bootstrap();
  const failures = filters.length > 0 ? [] : await checkSources();
  const tests = await runTests(filters);
  for (const message of [...failures, ...tests.failures]) console.error(`failed: ${message}`);
  console.log(tests.counts);
  return failures.length + tests.failures.length === 0 ? 0 : 1;
});

async function checkSources() {
  return [
    ...(await failureOf("format and lint", [`${BIN}/biome`, "check", "."])),
    ...(await failureOf("types of the packages and tests", [`${BIN}/tsc`, "-p", "tsconfig.json"])),
    ...(await failureOf("types of the scripts", [`${BIN}/tsc`, "-p", "test/tsconfig.scripts.json"])),
    ...(await failureOf("the generated example is current", [...QUEUEGEN, "check", "--no-cache"], EXAMPLE)),
    ...(await failureOf("anti-patterns in the example", [...QUEUEGEN, "lint"], EXAMPLE)),
    ...(await failureOf("anti-patterns in our own code", [...QUEUEGEN, "lint", "packages", "templates", "schemas"])),
  ];
}

/** @param {readonly string[]} filters */
async function runTests(filters) {
  const folder = mkdtempSync(path.join(tmpdir(), "queuegen-run-"));
  try {
    const report = path.join(folder, "report.json");
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
    const failures = await failureOf("tests", [`${BIN}/vitest`, "run", ...reporters, ...filters]);
    return { failures, counts: existsSync(report) ? countsIn(report) : "no test ran" };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param {string} report */
function countsIn(report) {
  const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(report, "utf8"));
  return `${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped`;
}

/**
 * @param {string} title
 * @param {readonly [string, ...string[]]} commandLine
 * @param {string} [cwd]
 * @returns {Promise<string[]>} empty, or one message
 */
async function failureOf(title, commandLine, cwd = ROOT) {
  try {
    await step(title, commandLine, { cwd, timeoutMs: 80 * 60_000 });
    return [];
  } catch (error) {
    if (error instanceof StepError) return [error.message];
    throw error;
  }
}
