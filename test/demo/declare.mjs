import { StepError } from "../bootstrap/step.mjs";
import { heading, say } from "./terminal.mjs";

/** @typedef {import("./project.mjs").Project} Project */

/**
 * The part of a developer: declare, generate, and see what the checks catch.
 * @param {Project} project
 */
export async function declareQueue(project) {
  heading("2. Declare a queue");
  await project.run("npx queuegen init");
  await project.run("npx queuegen add notify");
  const schema = "src/queues/schemas/notify.queue.ts";
  say(
    `\n${schema} is ours now: one more field in a job, and a short lease, so that a dead worker's jobs come back soon.`,
  );
  edit(project, schema, "  title: string;", "  title: string;\n  user: number;");
  edit(project, schema, "  retry:", '  claim: { lease: "5s" },\n  retry:');
  await project.run("npx queuegen generate");
  await project.run("npx queuegen check");
  project.copy("handler.ts", "src/queues/handlers/notify.ts");
  project.copy("enqueue.ts", "src/enqueue.ts");
}

/**
 * Changes one place of a file, and shows it.
 * @param {Project} project
 * @param {string} file
 * @param {string} from
 * @param {string} to
 */
function edit(project, file, from, to) {
  project.edit(file, from, to);
  const added = to.split("\n").filter((line) => line !== from);
  say(added.map((line) => `+ ${line}`).join("\n"));
}

/** @param {Project} project */
export async function catchHandEdit(project) {
  heading("3. A hand edit of generated code is caught");
  const consumer = "src/queues/generated/notify/consumer.ts";
  const guard = "WHERE id IN (:ids) AND status = 1 AND claim_token IN (:tokens)";
  say(`Somebody takes the guards out of ${consumer}, and CI runs:`);
  project.edit(consumer, guard, "WHERE id IN (:ids)");
  const report = await project.run("npx queuegen check --no-cache", { exit: 1 });
  const lines = report.split("\n").map((line) => line.trim());
  const shown = lines.filter((line) => /^[-+]/.test(line) && line.includes("WHERE id IN (:ids)"));
  if (!report.includes(consumer) || shown.length < 2) throw new StepError(`check showed no diff of ${consumer}`);
  await project.run("npx queuegen generate --force");
  await project.run("npx queuegen check --no-cache");
}

/** @param {Project} project */
export async function rejectOldWorker(project) {
  heading("4. The linter rejects how it was done before");
  project.copy("old-worker.ts", "src/jobs/old-worker.ts");
  const report = await project.run("npx queuegen lint src/jobs", { exit: 1 });
  for (const rule of ["no-modulo-sharding", "no-order-by-rand", "no-lock-held-work"]) {
    if (!report.includes(rule)) throw new StepError(`lint did not name ${rule}`);
  }
  if (!/^ *\d+ *\| .*id % /m.test(report)) throw new StepError("lint showed no code frame");
  project.remove("src/jobs");
  await project.run("npx queuegen lint");
}
